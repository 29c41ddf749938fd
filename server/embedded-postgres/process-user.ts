// As whom the portal runs. Root needs no more than the portal does: a user of its own, with rights on its data folder.
import { stat } from 'node:fs/promises'
import type { Config } from '../config.ts'
import type { Log } from '../kit/log.ts'
import { StartError } from '../kit/start-error.ts'

/** Warns root. In production it refuses to start where root would leave files in a folder whose owner could then not read them. */
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
      `The data folder ${dataDir} does not belong to root: start the portal as the user it belongs to.`,
    )
  log.warn('The portal runs as root. Give it a user of its own: it needs no rights but on its data folder.')
}
