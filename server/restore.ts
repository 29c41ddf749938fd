// npm run restore -- --from DIR
// Restores a back-up, or the newest in a folder of them, into an empty place: the one that the settings name.
import { join, resolve } from 'node:path'
import { readConfig } from './config.ts'
import { optionsIn, runProgram, sayLine } from './keep/program.ts'
import { restoreBackup } from './keep/restore.ts'
import { openDatabaseAddress, type OpenedDatabase } from './kit/database-address.ts'
import { openStore } from './kit/open-store.ts'
import { StartError } from './kit/start-error.ts'

const usage = 'Please say what to restore: npm run restore -- --from DIR, a back-up or a folder of them.'

runProgram(async () => {
  const from = optionsIn(process.argv.slice(2), { from: true }, usage).get('from')
  if (from === undefined) throw new StartError(usage)
  const config = readConfig(process.env)
  let database: OpenedDatabase | null = null
  const openDatabase = async () => (database = await openDatabaseAddress(config)).address
  try {
    const target = {
      config,
      openDatabase,
      store: await openStore(config),
      migrations: join(import.meta.dirname, 'migrations'),
    }
    const { folder, manifest } = await restoreBackup(target, resolve(from))
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    sayLine(`Restored from ${folder} (${manifest.at}): ${rows} rows and ${manifest.files.rows} files.`)
    sayLine(`They are what was backed up; digest of the rows: ${manifest.rowsDigest}`)
    sayLine('Nobody is signed in. The portal can be started now.')
    for (const key of manifest.missing) sayLine(`Was missing when it was backed up already: ${key}`)
  } finally {
    await (database as OpenedDatabase | null)?.stop()
  }
})
