// A ZIP of everything in a client folder that the person who requests it may see. Created by a job; valid for one
// download by that person, within a week.
import { z } from 'zod'
import { type Actor, isClient } from './actor.ts'
import { type ClientFolder, isClientOf } from './client-folder.ts'
import { conflict, forbidden } from './errors.ts'
import { mayUsePart } from './folder-rights.ts'
import { Id, Instant, versioned } from './text.ts'

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
  ...versioned,
})
export type FolderExport = z.infer<typeof FolderExport>

export const FolderExportView = FolderExport.extend({ allowed: z.array(z.enum(['download'])) })
export type FolderExportView = z.infer<typeof FolderExportView>

/** How many days an export can be downloaded. */
export const exportDays = 7
/** Attempts after which an export fails. */
export const exportAttempts = 3

/** The status at a time: after a week an export is expired without being updated. */
export const statusAt = ({ status, expiresAt }: Pick<FolderExport, 'status' | 'expiresAt'>, now: Date) =>
  status === 'ready' && expiresAt !== null && new Date(expiresAt) <= now ? ('expired' as const) : status

/** Throws unless the export is complete and not expired. */
export function assertCanDownloadExport(copy: FolderExport, now: Date): void {
  const status = statusAt(copy, now)
  if (status === 'waiting') throw conflict('This export is still being prepared. We’ll email you when it’s ready.')
  if (status === 'downloaded') throw conflict('This export was already downloaded. Start a new one.')
  if (status === 'expired') throw conflict(`This export expired after ${exportDays} days. Start a new one.`)
  if (status === 'failed') throw conflict('This export failed. Start a new one.')
}

/**
 * An export also contains the client's forms and acknowledgments, so contacts are refused (403), whatever their rights.
 */
export function assertCanExportFolder(folder: Pick<ClientFolder, 'clientId'>, actor: Actor): void {
  if (!mayUsePart(actor, 'everything')) throw forbidden('Your access doesn’t include exporting client folders.')
  if (isClient(actor) && !isClientOf(folder, actor))
    throw forbidden('Only the team and the client of this folder can export it.')
}
