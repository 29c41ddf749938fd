// npm run rotate-key
// Puts another master key in the place of the present one: what is encrypted with it is encrypted anew, in one transaction, so that
// a stop at any time leaves either key in force and nothing between. Files and form fields stay as they are, since what they are
// encrypted with is; from now on new ones get a new key. The portal may run meanwhile.
import { join } from 'node:path'
import { type Config, ConfigError, readConfig } from './config.ts'
import { joinDatabase } from './database-address.ts'
import { finishRotation, makeNextKey, masterKeyFile, masterKeyFrom, type MasterKey } from './kit/master-key.ts'
import { migrate } from './kit/migrate.ts'
import { StartError } from './kit/start-error.ts'
import { buildParts } from './parts.ts'
import { replaceMasterKey } from './replace-master-key.ts'

async function rotateKey() {
  const config = readConfig(process.env)
  const database = await joinDatabase(config)
  try {
    await migrate(database.address, join(import.meta.dirname, 'migrations'))
    const parts = await buildParts(config, database.address)
    try {
      await parts.dataKeys.inUse()
      const before = await parts.masterKey()
      const next = await nextKey(config)
      const count = await replaceMasterKey(parts.db, before, next)
      if (config.masterKey === undefined) await finishRotation(masterKeyFile(config), next.fingerprint)
      process.stdout.write(said(config, count))
    } finally {
      await parts.close()
    }
  } finally {
    await database.stop()
  }
}

async function nextKey(config: Config): Promise<MasterKey> {
  if (config.masterKey === undefined) return masterKeyFrom(await makeNextKey(masterKeyFile(config)))
  if (config.newMasterKey === undefined)
    throw new StartError(
      'The master key comes from MASTER_KEY. Please give its successor in NEW_MASTER_KEY: 32 bytes in base64, such as `openssl rand -base64 32` prints.',
    )
  return masterKeyFrom(config.newMasterKey)
}

const said = (config: Config, count: number) => {
  const done = `A new master key is in force; ${count} ${count === 1 ? 'key was' : 'keys were'} encrypted anew with it.\n`
  const before = 'Back-ups of the database from before open only with the one before'
  return config.masterKey === undefined
    ? `${done}${before}, which is kept beside it (keys/retired-…): keep a copy of both apart from the database.\n`
    : `${done}Please start every instance with it as MASTER_KEY now. ${before}: keep that as long as you keep those.\n`
}

rotateKey().catch((error: unknown) => {
  const isSentence = error instanceof StartError || error instanceof ConfigError
  const text = isSentence ? error.message : error instanceof Error ? error.stack : String(error)
  process.stderr.write(`${text}\n`)
  process.exitCode = 1
})
