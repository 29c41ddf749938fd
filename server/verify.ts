// npm run verify: checks everything that the portal stores, even while it runs, and changes nothing.
import { join, resolve } from 'node:path'
import { assertPortalExists, countOf, printLine, runCommand } from './command-line.ts'
import { readConfig } from './config.ts'
import { joinDatabase } from './database-address.ts'
import { assertSchema } from './kit/migrate.ts'
import { continuesFrom } from './backup/audit-log-in-backup.ts'
import { verifyAll } from './backup/verify.ts'
import { createContext } from './create-context.ts'

const usage = `Usage: npm run verify -- [--quick] [--against DIR]
Checks the records, the audit log, and the files. Changes nothing; the portal may be running. Exits with 1 if a check fails.
  --quick        does not read the files
  --against DIR  also compares the audit log with a backup, or with the newest in a folder of backups`

const options = { quick: { type: 'boolean' }, against: { type: 'string' } } as const

runCommand(usage, options, async ({ quick = false, against }) => {
  const config = readConfig(process.env)
  assertPortalExists(config)
  const database = await joinDatabase(config)
  try {
    await assertSchema(database.address, join(import.meta.dirname, 'migrations'))
    const context = await createContext(config, database.address)
    try {
      const { broken } = await verifyAll(context, { quick, say: printLine })
      const isSameLog =
        against === undefined ||
        (await continuesFrom(context.db, await context.masterKey(), resolve(against), printLine))
      const failed = broken.length + (isSameLog ? 0 : 1)
      if (failed === 0) return printLine('Done: all checks passed.')
      process.stderr.write(`Error: ${countOf(failed, 'check')} failed.\n`)
      process.exitCode = 1
    } finally {
      await context.close()
    }
  } finally {
    await database.stop()
  }
})
