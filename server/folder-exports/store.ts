import type { Actor } from '../../domain/actor.ts'
import type { Config } from '../config.ts'
import type { DatabaseAddress } from '../kit/db.ts'
import { openZip } from './zip.ts'
import { writeFolderExport, type ExportContext } from './contents.ts'

export interface StoredExport {
  size: number
  /** Hexadecimal. */
  sha256: string
  fileCount: number
}

export interface ExportOrder {
  config: Config
  address: DatabaseAddress
  actor: Actor
  clientFolderId: string
  storageKey: string
}

/** The worker program, ./process.ts. */
export type Exporter = { write: (order: ExportOrder) => Promise<StoredExport> }

const maxBytes = 100_000_000_000

/** Streams the export into the store while it is written; leaves nothing under the key on failure. */
export async function storeExport(
  context: ExportContext,
  actor: Actor,
  clientFolderId: string,
  storageKey: string,
): Promise<StoredExport> {
  const zip = openZip(context.db.now)
  // If either side fails, it aborts the other.
  const cut = (error: Error) => {
    zip.abort(error)
    throw error
  }
  const fill = async () => {
    await writeFolderExport(context, zip, actor, clientFolderId)
    await zip.finish()
  }
  const [stored, filled] = await Promise.allSettled([
    context.files.put(storageKey, zip.stream, { limit: maxBytes }).catch(cut),
    fill().catch(cut),
  ])
  // The reason why writing failed says more than that the archive ended early.
  if (filled.status === 'rejected') {
    if (stored.status === 'fulfilled') await context.files.remove(storageKey)
    throw filled.reason
  }
  if (stored.status === 'rejected') throw stored.reason
  return { size: stored.value.size, sha256: stored.value.sha256, fileCount: zip.entries }
}
