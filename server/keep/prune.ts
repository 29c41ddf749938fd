// Old back-ups hold what was erased since: they go once they are older than whoever runs the portal wants to keep them.
import { rename, rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { finishedIn, timeOf, unfinished } from './manifest.ts'

const dayMilliseconds = 86_400_000

/** The newest stays in any case. Answers how many went. */
export async function pruneBackups(to: string, days: number, now: Date): Promise<number> {
  const old = (await finishedIn(to))
    .slice(0, -1)
    .filter((folder) => now.getTime() - timeOf(basename(folder)).getTime() > days * dayMilliseconds)
  for (const folder of old) {
    // Stopped midway, it is not taken for a whole one, and the next back-up clears it away.
    await rename(folder, `${folder}${unfinished}`)
    await rm(`${folder}${unfinished}`, { recursive: true, force: true })
  }
  return old.length
}
