// A copy of everything in a client folder that the person who asks for it may see, as one ZIP. Made by a job; good for one
// download by that person, within a week.
import { z } from 'zod'
import { type Actor, isClient } from './actor.ts'
import { type ClientFolder, isClientOf } from './client-folder.ts'
import { conflict, forbidden } from './errors.ts'
import { Id, Instant, kept } from './text.ts'

export const FolderExportStatus = z.enum(['waiting', 'ready', 'downloaded', 'expired', 'failed'])
export type FolderExportStatus = z.infer<typeof FolderExportStatus>

export const FolderExport = z.object({
  id: Id,
  clientFolderId: Id,
  clientFolderName: z.string(),
  status: FolderExportStatus,
  /** Bytes. */
  size: z.int().nullable(),
  /** Of the ZIP, hexadecimal. */
  sha256: z.string().nullable(),
  fileCount: z.int().nullable(),
  readyAt: Instant.nullable(),
  expiresAt: Instant.nullable(),
  downloadedAt: Instant.nullable(),
  createdAt: Instant,
  ...kept,
})
export type FolderExport = z.infer<typeof FolderExport>

export const FolderExportView = FolderExport.extend({ allowed: z.array(z.enum(['download'])) })
export type FolderExportView = z.infer<typeof FolderExportView>

/** A copy may be fetched for so many days. */
export const copyDays = 7
/** A copy that could not be made so often is given up. */
export const copyAttempts = 3

/** As it reads at a time: past its week a copy is expired, with no one looking. */
export const statusAt = ({ status, expiresAt }: Pick<FolderExport, 'status' | 'expiresAt'>, now: Date) =>
  status === 'ready' && expiresAt !== null && new Date(expiresAt) <= now ? ('expired' as const) : status

/** Refuses to hand out a copy that is not there (yet, or any more). */
export function assertCanDownloadExport(copy: FolderExport, now: Date): void {
  const status = statusAt(copy, now)
  if (status === 'waiting') throw conflict('This copy is still being made. We will write to you when it is ready.')
  if (status === 'downloaded') throw conflict('This copy was downloaded already. Please ask for a new one.')
  if (status === 'expired') throw conflict(`This copy was kept for ${copyDays} days. Please ask for a new one.`)
  if (status === 'failed') throw conflict('This copy could not be made. Please ask for a new one.')
}

/** A copy holds the client's forms and acknowledgements too, so that it is not for contacts (403), whatever they were given. */
export function assertCanExportFolder(folder: Pick<ClientFolder, 'clientId'>, actor: Actor): void {
  if (isClient(actor) && !isClientOf(folder, actor))
    throw forbidden('Only the team and the client of this folder can take a copy of it.')
}
