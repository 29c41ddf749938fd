// npm run rotate-key: replaces the master key. Everything encrypted with it is re-encrypted in one transaction, so that
// an interruption leaves one of the two keys in use. Files and form fields are unchanged, since their data keys are;
// new ones get a new data key. The portal may be running.
import { join } from 'node:path'
import { countOf, printLine, runCommand } from './command-line.ts'
import { type Config, readConfig } from './config.ts'
import { joinDatabase } from './database-address.ts'
import { finishRotation, makeNextKey, masterKeyFile, masterKeyFrom, type MasterKey } from './kit/master-key.ts'
import { migrate } from './kit/migrate.ts'
import { StartError } from './kit/start-error.ts'
import { createContext } from './create-context.ts'
import { replaceMasterKey } from './replace-master-key.ts'

const usage = `Usage: npm run rotate-key
Replaces the master key. The portal may be running. If the key is set in MASTER_KEY, set the new one in NEW_MASTER_KEY.`

runCommand(usage, {}, async () => {
  const config = readConfig(process.env)
  const database = await joinDatabase(config)
  try {
    await migrate(database.address, join(import.meta.dirname, 'migrations'))
    const context = await createContext(config, database.address)
    try {
      await context.dataKeys.inUse()
      const before = await context.masterKey()
      const next = await nextKey(config)
      const count = await replaceMasterKey(context.db, before, next)
      if (config.masterKey === undefined) await finishRotation(masterKeyFile(config), next.fingerprint)
      printResult(config, count)
    } finally {
      await context.close()
    }
  } finally {
    await database.stop()
  }
})

async function nextKey(config: Config): Promise<MasterKey> {
  if (config.masterKey === undefined) return masterKeyFrom(await makeNextKey(masterKeyFile(config)))
  if (config.newMasterKey === undefined)
    throw new StartError(
      'The master key is set in MASTER_KEY, so the new one is required in NEW_MASTER_KEY: 32 bytes in base64, as printed by openssl rand -base64 32.',
    )
  return masterKeyFrom(config.newMasterKey)
}

function printResult(config: Config, count: number) {
  printLine(`Done: replaced the master key; ${countOf(count, 'key')} encrypted with the new one.`)
  if (config.masterKey === undefined) {
    printLine(
      'The previous key is stored next to the new one (keys/retired-…). Earlier backups can be restored only with it.',
    )
    printLine('Store a copy of both keys separately from the backups.')
  } else {
    printLine('Restart every instance with the new key in MASTER_KEY now.')
    printLine('Earlier backups can be restored only with the previous key: store it for as long as you store them.')
  }
}
