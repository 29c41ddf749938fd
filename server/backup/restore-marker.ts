// Marks a place while a backup is being restored into it, so that no portal starts on half a restore.
import { mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { syncFolder } from '../kit/sync-folder.ts'
import { StartError } from '../kit/start-error.ts'

type Place = Pick<Config, 'dataDir'>

const fileIn = ({ dataDir }: Place) => join(dataDir, 'restoring')

/** Digest of the manifest of the backup being restored; null if none is. */
export const markIn = (place: Place): Promise<string | null> =>
  readFile(fileIn(place), 'utf8').then(
    (text) => text.trim(),
    () => null,
  )

export async function writeMark(place: Place, sha256: string): Promise<void> {
  await mkdir(place.dataDir, { recursive: true, mode: 0o711 })
  const handle = await open(fileIn(place), 'w', 0o600)
  try {
    await handle.writeFile(`${sha256}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await syncFolder(place.dataDir)
}

export async function removeMark(place: Place): Promise<void> {
  await rm(fileIn(place), { force: true })
  await syncFolder(place.dataDir)
}

export async function assertNoRestoreUnderWay(place: Place): Promise<void> {
  if ((await markIn(place)) !== null)
    throw new StartError(`A restore into ${place.dataDir} is running or was interrupted. Run npm run restore again.`)
}
