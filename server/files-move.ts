// npm run files:move -- --to s3|disk
// Copies all files between the data folder and the S3-compatible store, while the portal is stopped: a file that came meanwhile
// would stay behind. Stopped midway, it goes on when it is run again.
import { join } from 'node:path'
import { type Config, ConfigError, readConfig } from './config.ts'
import { openDatabaseAddress } from './database-address.ts'
import { DatabaseClient } from './kit/database-client.ts'
import type { DatabaseAddress } from './kit/db.ts'
import { storeInS3 } from './file-storage/files-in-s3.ts'
import { migrate } from './kit/migrate.ts'
import { diskStore } from './file-storage/open-store.ts'
import { StartError } from './kit/start-error.ts'
import { type Moved, moveFiles } from './objects/move.ts'
import { buildParts } from './parts.ts'

const usage = 'Please say where to: npm run files:move -- --to s3, or --to disk.'

async function filesMove() {
  const config = readConfig(process.env)
  const to = process.argv.slice(2).join(' ')
  if (!/^--to[ =](s3|disk)$/.test(to)) throw new StartError(usage)
  if (config.s3 === undefined)
    throw new StartError('Please give the S3_ settings of the store, whichever way the files go.')
  const [disk, s3] = [diskStore(config), storeInS3(config.s3)]
  const toS3 = to.endsWith('s3')
  await s3.check().catch((error: unknown) => {
    throw new StartError(`The store cannot be used: ${error instanceof Error ? error.message : String(error)}`)
  })
  const database = await openDatabaseAddress(config)
  try {
    await assertStopped(database.address)
    await migrate(database.address, join(import.meta.dirname, 'migrations'))
    const parts = await buildParts(config, database.address)
    try {
      await parts.dataKeys.inUse()
      const moved = await moveFiles(parts, toS3 ? disk : s3, toS3 ? s3 : disk, ({ copied, already }) =>
        process.stderr.write(`${copied + already} files …\n`),
      )
      process.stdout.write(said(moved, toS3, config))
      if (moved.missing.length + moved.damaged.length > 0) process.exitCode = 1
    } finally {
      await parts.close()
    }
  } finally {
    await database.stop()
  }
}

/** A portal on its own PostgreSQL holds the data folder; on another, its connections show. */
async function assertStopped(address: DatabaseAddress) {
  const client = new DatabaseClient(address)
  await client.connect()
  try {
    const { rows } = await client.query(
      "select from pg_stat_activity where datname = current_database() and application_name = 'portal' and pid <> pg_backend_pid()",
    )
    if (rows.length > 0) throw new StartError('The portal is running. Please stop all its instances and try again.')
  } finally {
    await client.end()
  }
}

function said({ copied, already, bytes, missing, damaged }: Moved, toS3: boolean, { dataDir }: Config): string {
  const lines = [
    `${copied} files copied (${bytes} bytes), ${already} there before; each was read back and is as its record says.`,
  ]
  for (const [keys, what] of [
    [missing, 'in neither place'],
    [damaged, 'not as the record says'],
  ] as const)
    if (keys.length > 0) lines.push(`${keys.length} ${what}:`, ...keys.slice(0, 20))
  if (missing.length + damaged.length > 0) lines.push('The portal goes on with the files where they were.')
  else if (toS3)
    lines.push(
      `The portal starts with the S3_ settings now. What is in ${join(dataDir, 'files')} may be removed once you have a back-up.`,
    )
  else
    lines.push(
      'The portal starts without the S3_ settings now. What is in the bucket may be removed once you have a back-up.',
    )
  return `${lines.join('\n')}\n`
}

filesMove().catch((error: unknown) => {
  const isSentence = error instanceof StartError || error instanceof ConfigError
  const text = isSentence ? error.message : error instanceof Error ? error.stack : String(error)
  process.stderr.write(`${text}\n`)
  process.exitCode = 1
})
