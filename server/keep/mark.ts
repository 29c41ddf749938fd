// A place into which a back-up is being restored is marked: nobody starts a portal on half of one.
import { mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { syncFolder } from '../kit/sync-folder.ts'
import { StartError } from '../kit/start-error.ts'

type Place = Pick<Config, 'dataDir'>

const fileIn = ({ dataDir }: Place) => join(dataDir, 'restoring')

/** Which back-up, by the digest of its manifest; null when none is. */
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
    throw new StartError(
      `A back-up is being restored into ${place.dataDir}, or was and did not come to its end. Please run npm run restore once more.`,
    )
}
