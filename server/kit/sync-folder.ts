import { open } from 'node:fs/promises'

/** Syncs a folder, so that the names in it are durable. */
export async function syncFolder(folder: string) {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
