// The portal starts here: settings → database → schema → app → background → listen; and ends cleanly on SIGTERM.
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { openDatabaseAddress, type OpenedDatabase } from './kit/database-address.ts'
import type { DatabaseAddress } from './kit/db.ts'
import { installForms } from './hr-forms/install.ts'
import { installPolicies } from './hr-policies/install.ts'
import { migrate } from './kit/migrate.ts'
import { StartError } from './kit/start-error.ts'
import { type Built, buildParts } from './parts.ts'
import { prepareAccounts } from './seed/accounts.ts'

/** A stop takes at most ten seconds, PostgreSQL's own included. */
const patienceMilliseconds = 9000

/** `npm run dev` runs this file as it is; its pages are those that were built last. */
const isSource = import.meta.filename.endsWith('.ts')

async function start() {
  const config = readConfig(process.env)
  if (config.s3)
    throw new StartError(
      'Files are kept on disk so far; an S3-compatible store is not supported yet. Please unset the S3_ settings.',
    )
  const database = await openDatabaseAddress(config)
  try {
    const { app, parts } = await open(config, database.address)
    stopOn(app, parts, database)
  } catch (error) {
    // What starts beside us is ended before we say why: the data folder is quiet when we are gone.
    await database.stop()
    throw error
  }
}

async function open(config: Config, address: DatabaseAddress) {
  await migrate(address, join(import.meta.dirname, 'migrations'))
  const parts = await buildParts(config, address, {
    pages: join(import.meta.dirname, isSource ? '../dist/web' : '../web'),
  })
  try {
    const app = await buildApp(parts)
    await parts.seal.ready()
    await prepareAccounts(parts, (line) => process.stdout.write(`${line}\n`))
    await installPolicies(parts.db)
    await installForms(parts.db)
    await parts.startBackground()
    await app.listen({ port: config.port, host: config.host })
    process.stdout.write(`The portal is open at ${config.publicUrl}\n`)
    return { app, parts }
  } catch (error) {
    await parts.close()
    throw error
  }
}

function stopOn(app: FastifyInstance, parts: Built, database: OpenedDatabase) {
  let stopping = false
  const stop = async (code: number) => {
    if (stopping) return
    stopping = true
    // Whatever has not finished by then (an upload over a slow line) is cut off.
    setTimeout(() => process.exit(code), patienceMilliseconds).unref()
    const closed = app.close()
    parts.live.hangUp()
    await closed
    await parts.close()
    await database.stop()
    process.exit(code)
  }
  process.on('SIGTERM', () => void stop(0))
  process.on('SIGINT', () => void stop(0))
  process.on('disconnect', () => void stop(0))
  void database.lost.then((error) => {
    process.stderr.write(`${error.message}\n`)
    void stop(1)
  })
}

const sentence = (error: unknown): string | null => {
  if (error instanceof ConfigError || error instanceof StartError) return error.message
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    return `Port ${'port' in error ? String(error.port) : ''} is in use by another program. Set PORT to a free one.`
  if (error instanceof Error && 'code' in error && error.code === 'EACCES')
    return 'This port may not be used by this user. Set PORT to one above 1023.'
  return null
}

start().catch((error: unknown) => {
  process.stderr.write(`${sentence(error) ?? (error instanceof Error ? error.stack : String(error))}\n`)
  process.exit(1)
})
