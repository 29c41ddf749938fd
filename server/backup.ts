// npm run backup: backs up everything into a new folder, even while the portal runs.
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { assertPortalExists, countOf, printLine, runCommand, UsageError } from './command-line.ts'
import { readConfig } from './config.ts'
import { makeBackup } from './backup/create-backup.ts'
import { pruneBackups } from './backup/prune.ts'
import { joinDatabase } from './database-address.ts'
import { createContext } from './create-context.ts'

const usage = `Usage: npm run backup -- [--to DIR] [--with-key] [--keep-days N]
Creates a backup of the database and all files. The portal may be running.
  --to DIR       the folder to create it in (default: backups in DATA_DIR)
  --with-key     includes the master key: anyone with the backup can then read and change it
  --keep-days N  then deletes backups in that folder that are older than N days`

const options = { to: { type: 'string' }, 'with-key': { type: 'boolean' }, 'keep-days': { type: 'string' } } as const

const isSource = import.meta.filename.endsWith('.ts')

runCommand(usage, options, async (values) => {
  const config = readConfig(process.env)
  const to = resolve(values.to ?? join(config.dataDir, 'backups'))
  const withKey = values['with-key'] === true
  const keepDays = daysIn(values['keep-days'])
  assertPortalExists(config)
  const database = await joinDatabase(config)
  try {
    const parts = await createContext(config, database.address)
    try {
      const { folder, manifest, copied } = await makeBackup(parts, { to, release: await releaseName(), withKey })
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
      printLine(
        `Done: created the backup ${folder} (${countOf(rows, 'row')}, ${countOf(manifest.files.rows, 'file')}, ${copied} of them new, ${manifest.files.bytes} bytes).`,
      )
      printLine(`Digest of the rows: ${manifest.rowsDigest}`)
      printLine(
        withKey
          ? 'The backup includes the master key: anyone who has it can read and change everything in it. Store it where only you have access.'
          : `Store the master key separately: this backup can’t be restored without it (fingerprint ${manifest.masterKey}).`,
      )
      if (manifest.missing.length > 0) {
        process.stderr.write(
          `Error: ${countOf(manifest.missing.length, 'file')} listed in the database could not be found: ${manifest.missing.slice(0, 20).join(', ')}\n`,
        )
        process.exitCode = 1
      }
      if (keepDays !== null && manifest.missing.length === 0) {
        const removed = await pruneBackups(to, keepDays, new Date())
        printLine(`Deleted ${countOf(removed, 'backup')} older than ${countOf(keepDays, 'day')}.`)
      }
    } finally {
      await parts.close()
    }
  } finally {
    await database.stop()
  }
})

function daysIn(text: string | undefined): number | null {
  if (text === undefined) return null
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new UsageError('--keep-days must be a number of days from 1 to 9999.')
  return Number(text)
}

async function releaseName(): Promise<string> {
  const file = join(import.meta.dirname, isSource ? '../package.json' : '../../package.json')
  return (JSON.parse(await readFile(file, 'utf8')) as { version: string }).version
}
