import type { Actor } from '../../domain/actor.ts'
import { openZip } from './zip.ts'
import { copyFolder, type CopyParts } from './contents.ts'

export interface StoredCopy {
  size: number
  /** Hexadecimal. */
  sha256: string
  fileCount: number
}

const mostBytes = 100_000_000_000

/** Writes the copy under the key while it is made; leaves nothing there when that fails. */
export async function storeCopy(
  parts: CopyParts,
  actor: Actor,
  clientFolderId: string,
  storageKey: string,
): Promise<StoredCopy> {
  const zip = openZip(parts.db.now)
  // Whichever of the two fails cuts the other off.
  const cut = (error: Error) => {
    zip.abort(error)
    throw error
  }
  const fill = async () => {
    await copyFolder(parts, zip, actor, clientFolderId)
    await zip.finish()
  }
  const [stored, filled] = await Promise.allSettled([
    parts.files.put(storageKey, zip.stream, { limit: mostBytes }).catch(cut),
    fill().catch(cut),
  ])
  // Why the filling failed says more than that the archive ended early.
  if (filled.status === 'rejected') {
    if (stored.status === 'fulfilled') await parts.files.remove(storageKey)
    throw filled.reason
  }
  if (stored.status === 'rejected') throw stored.reason
  return { size: stored.value.size, sha256: stored.value.sha256, fileCount: zip.entries }
}
