// Old backups still contain data that was permanently deleted since, so they are deleted after the configured number of
// days.
import { rename, rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { finishedIn, timeOf, unfinished } from './manifest.ts'

const dayMilliseconds = 86_400_000

/** Always leaves the newest. Returns the number of deleted backups. */
export async function pruneBackups(to: string, days: number, now: Date): Promise<number> {
  const old = (await finishedIn(to))
    .slice(0, -1)
    .filter((folder) => now.getTime() - timeOf(basename(folder)).getTime() > days * dayMilliseconds)
  for (const folder of old) {
    // If the deletion is interrupted, the folder is not taken for a complete backup, and the next backup removes it.
    await rename(folder, `${folder}${unfinished}`)
    await rm(`${folder}${unfinished}`, { recursive: true, force: true })
  }
  return old.length
}
