// npm run backup [-- --to DIR] [-- --with-key] [-- --keep-days N]
// Backs up everything, also while the portal runs, into a folder of its own in DIR (DATA_DIR/backups).
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { readConfig } from './config.ts'
import { makeBackup } from './keep/backup.ts'
import { pruneBackups } from './keep/prune.ts'
import { assertPortalHere, optionsIn, runProgram, sayLine } from './keep/program.ts'
import { joinDatabase } from './database-address.ts'
import { StartError } from './kit/start-error.ts'
import { buildParts } from './parts.ts'

const usage = `Usage: npm run backup -- [--to DIR] [--with-key] [--keep-days N]
  --to DIR       another place than backups in DATA_DIR
  --with-key     puts the master key into the backup as well
  --keep-days N  removes backups there that are older than N days`

const isSource = import.meta.filename.endsWith('.ts')

runProgram(async () => {
  const options = optionsIn(process.argv.slice(2), { to: true, 'with-key': false, 'keep-days': true }, usage)
  const config = readConfig(process.env)
  const to = resolve(options.get('to') ?? join(config.dataDir, 'backups'))
  const withKey = options.has('with-key')
  const keepDays = daysIn(options.get('keep-days'))
  assertPortalHere(config)
  const database = await joinDatabase(config)
  try {
    const parts = await buildParts(config, database.address)
    try {
      const { folder, manifest, copied } = await makeBackup(parts, { to, release: await releaseName(), withKey })
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
      sayLine(
        `Backed up to ${folder}: ${rows} rows and ${manifest.files.rows} files (${manifest.files.bytes} bytes, ${copied} files new).`,
      )
      sayLine(`Digest of the rows: ${manifest.rowsDigest}`)
      sayLine(
        withKey
          ? 'The master key is in it: whoever has this backup can read everything in it, and change it unseen. Keep it locked away.'
          : `It is encrypted, and opens only with the master key (fingerprint ${manifest.masterKey}), which is not in it: keep a copy of the key in another place.`,
      )
      if (manifest.missing.length > 0) {
        sayLine(
          `${manifest.missing.length} files that records name were not there: ${manifest.missing.slice(0, 20).join(', ')}`,
        )
        process.exitCode = 1
      }
      if (keepDays !== null && manifest.missing.length === 0) {
        const removed = await pruneBackups(to, keepDays, new Date())
        sayLine(`${removed} backups older than ${keepDays} days were removed.`)
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
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new StartError(usage)
  return Number(text)
}

async function releaseName(): Promise<string> {
  const file = join(import.meta.dirname, isSource ? '../package.json' : '../../package.json')
  return (JSON.parse(await readFile(file, 'utf8')) as { version: string }).version
}
