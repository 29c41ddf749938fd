// npm run restore -- --from DIR
// Restores a back-up, or the newest in a folder of them, into an empty place: the one that the settings name.
import { join, resolve } from 'node:path'
import { readConfig } from './config.ts'
import { optionsIn, runProgram, sayLine } from './keep/program.ts'
import { restoreBackup } from './keep/restore.ts'
import { openDatabaseAddress, type OpenedDatabase } from './database-address.ts'
import { openStore } from './file-storage/open-store.ts'
import { StartError } from './kit/start-error.ts'

const usage =
  'Usage: npm run restore -- --from DIR [--unverified]\n  --from DIR    a backup, or a folder of them: the newest is restored\n  --unverified  also a backup of an earlier version, which was not protected against changes'

runProgram(async () => {
  const options = optionsIn(process.argv.slice(2), { from: true, unverified: false }, usage)
  const from = options.get('from')
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
    const { folder, manifest } = await restoreBackup(target, resolve(from), { unverified: options.has('unverified') })
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    sayLine(`Restored from ${folder} (${manifest.at}): ${rows} rows and ${manifest.files.rows} files.`)
    sayLine(`They are what was backed up; digest of the rows: ${manifest.rowsDigest}`)
    sayLine('Nobody is signed in. The portal can be started now.')
    for (const key of manifest.missing) sayLine(`Was missing when it was backed up already: ${key}`)
  } finally {
    await (database as OpenedDatabase | null)?.stop()
  }
})
