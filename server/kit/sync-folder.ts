import { open } from 'node:fs/promises'

/** Makes the names in a folder durable. */
export async function syncFolder(folder: string) {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
