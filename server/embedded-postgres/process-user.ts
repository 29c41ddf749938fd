// Checks the user that the portal runs as. Root has more rights than the portal needs: a separate user with rights on
// the data folder is enough.
import { stat } from 'node:fs/promises'
import type { Config } from '../config.ts'
import type { Log } from '../kit/log.ts'
import { StartError } from '../kit/start-error.ts'

/** Warns root. In production, refuses to start if root would leave files that the folder's owner cannot read. */
export async function checkProcessUser(
  { dataDir, environment }: Pick<Config, 'dataDir' | 'environment'>,
  log: Pick<Log, 'warn'>,
  uid = process.getuid?.(),
): Promise<void> {
  if (uid !== 0) return
  const owner = await stat(dataDir).then(
    (folder) => folder.uid,
    () => 0,
  )
  if (environment === 'production' && owner !== 0)
    throw new StartError(
      `The data folder ${dataDir} does not belong to root. Start the portal as the user that owns it.`,
    )
  log.warn('The portal runs as root. Create a user for it that can write only to the data folder.')
}
