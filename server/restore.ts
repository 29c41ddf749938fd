// npm run restore: restores a backup, or the newest in a folder of backups, into the empty place that the settings
// name.
import { join, resolve } from 'node:path'
import { countOf, printLine, runCommand, UsageError } from './command-line.ts'
import { readConfig } from './config.ts'
import { restoreBackup } from './backup/restore.ts'
import { openDatabaseAddress, type OpenedDatabase } from './database-address.ts'
import { openStore } from './file-storage/open-store.ts'

const usage = `Usage: npm run restore -- --from DIR [--unverified]
Restores a backup into an empty database and an empty file store. Stop the portal first.
  --from DIR    a backup, or a folder of backups: the newest is restored
  --unverified  accepts a backup of a version before 1.0.0, which was not protected against changes`

const options = { from: { type: 'string' }, unverified: { type: 'boolean' } } as const

runCommand(usage, options, async ({ from, unverified = false }) => {
  if (from === undefined) throw new UsageError('--from is required.')
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
    const { folder, manifest } = await restoreBackup(target, resolve(from), { unverified })
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    printLine(
      `Done: restored ${folder} of ${manifest.at} (${countOf(rows, 'row')}, ${countOf(manifest.files.rows, 'file')}).`,
    )
    printLine(`Verified: the digest of the rows matches the backup, ${manifest.rowsDigest}`)
    printLine('Everyone has to sign in again. You can start the portal now.')
    for (const key of manifest.missing)
      printLine(`Note: a file was already missing when the backup was created: ${key}`)
  } finally {
    await (database as OpenedDatabase | null)?.stop()
  }
})
