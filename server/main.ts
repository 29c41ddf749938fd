// The portal starts here: settings, then PostgreSQL, and the rest of the program is read while that wakes up. It ends cleanly on
// SIGTERM.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { ConfigError, readConfig } from './config.ts'
import { assertNoRestoreUnderWay } from './keep/mark.ts'
import { openDatabaseAddress, type OpenedDatabase } from './database-address.ts'
import { StartError } from './kit/start-error.ts'
import type { onStray as OnStrayIs, Portal } from './portal.ts'

/** A stop takes at most ten seconds, PostgreSQL's own included. */
const patienceMilliseconds = 9000

async function start() {
  // What Node made of the bundle is kept beside it: the next start takes a sixth less. Where nothing may be written, it does not.
  if (!import.meta.filename.endsWith('.ts')) enableCompileCache(join(import.meta.dirname, '.compiled'))
  const config = readConfig(process.env)
  await assertNoRestoreUnderWay(config)
  const opening = openDatabaseAddress(config)
  const program = import('./portal.ts')
  const database = await opening
  try {
    const { onStray, openPortal } = await program
    stopOn(await openPortal(config, database.address), database, onStray)
  } catch (error) {
    // What starts beside us is ended before we say why: the data folder is quiet when we are gone.
    await database.stop()
    throw error
  }
}

function stopOn({ app, parts }: Portal, database: OpenedDatabase, onStray: typeof OnStrayIs) {
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
  onStray(parts.log, () => void stop(1))
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
  // systemd starts it again, except where only a person can help (RestartPreventExitStatus in docs/deploy/portal@.service).
  process.exit(error instanceof ConfigError ? 78 : 1)
})
