// npm run files:move: copies all files between the data folder and the S3-compatible store, while the portal is
// stopped: a file uploaded at the same time would be left behind. It can be interrupted and run again.
import { join } from 'node:path'
import { countOf, printLine, runCommand, UsageError } from './command-line.ts'
import { type Config, readConfig } from './config.ts'
import { openDatabaseAddress } from './database-address.ts'
import { connectClient } from './kit/database-client.ts'
import type { DatabaseAddress } from './kit/db.ts'
import { storeInS3 } from './file-storage/files-in-s3.ts'
import { migrate } from './kit/migrate.ts'
import { diskStore } from './file-storage/open-store.ts'
import { StartError } from './kit/start-error.ts'
import { type Moved, moveFiles } from './uploads/move.ts'
import { createContext } from './create-context.ts'

const usage = `Usage: npm run files:move -- --to s3|disk
Copies all files to the other place and verifies each. Stop the portal first, and set the S3 settings for both directions.
  --to s3    from the folder DATA_DIR to the S3-compatible store
  --to disk  from the S3-compatible store to the folder DATA_DIR`

runCommand(usage, { to: { type: 'string' } }, async ({ to }) => {
  const config = readConfig(process.env)
  if (to !== 's3' && to !== 'disk') throw new UsageError('--to must be s3 or disk.')
  if (config.s3 === undefined)
    throw new StartError('The S3 settings (S3_ENDPOINT and the others) are required in both directions.')
  const [disk, s3] = [diskStore(config), storeInS3(config.s3)]
  const toS3 = to === 's3'
  await s3.check().catch((error: unknown) => {
    throw new StartError(`The store can’t be used: ${error instanceof Error ? error.message : String(error)}`)
  })
  const database = await openDatabaseAddress(config)
  try {
    await assertStopped(database.address)
    await migrate(database.address, join(import.meta.dirname, 'migrations'))
    const parts = await createContext(config, database.address)
    try {
      await parts.dataKeys.inUse()
      const moved = await moveFiles(parts, toS3 ? disk : s3, toS3 ? s3 : disk, ({ copied, already }) =>
        process.stderr.write(`${countOf(copied + already, 'file')} so far…\n`),
      )
      printResult(moved, toS3, config)
    } finally {
      await parts.close()
    }
  } finally {
    await database.stop()
  }
})

/** A portal on the embedded PostgreSQL locks the data folder; on another database its connections are visible. */
async function assertStopped(address: DatabaseAddress) {
  const client = await connectClient(address)
  try {
    const { rows } = await client.query(
      "select from pg_stat_activity where datname = current_database() and application_name = 'portal' and pid <> pg_backend_pid()",
    )
    if (rows.length > 0) throw new StartError('The portal is running. Stop all its instances and try again.')
  } finally {
    await client.end()
  }
}

function printResult({ copied, already, bytes, missing, damaged }: Moved, toS3: boolean, { dataDir }: Config) {
  const counts = `${countOf(copied, 'file')} copied (${bytes} bytes), ${already} already there; each was read back and matches its record`
  const faults = [
    [missing, 'missing in both places'],
    [damaged, 'different from the record'],
  ] as const
  const lines = faults.flatMap(([keys, what]) =>
    keys.length === 0 ? [] : [`${countOf(keys.length, 'file')} ${what}:`, ...keys.slice(0, 20)],
  )
  if (lines.length > 0) {
    process.stderr.write(
      `Error: not all files could be copied (${counts}). The portal still uses the files where they were.\n${lines.join('\n')}\n`,
    )
    process.exitCode = 1
    return
  }
  printLine(`Done: ${counts}.`)
  printLine(
    toS3
      ? `Start the portal with the S3 settings now. You can delete ${join(dataDir, 'files')} after the next backup.`
      : 'Start the portal without the S3 settings now. You can empty the bucket after the next backup.',
  )
}
