// Entry point: reads the settings, then starts PostgreSQL while the rest of the program loads. Stops cleanly on
// SIGTERM.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { errorText, exitCodeOf } from './command-line.ts'
import { readConfig } from './config.ts'
import { assertNoRestoreUnderWay } from './backup/restore-marker.ts'
import { openDatabaseAddress, type OpenedDatabase } from './database-address.ts'
import { StartError } from './kit/start-error.ts'
import type { Portal } from './portal.ts'

type OnUnhandledError = typeof import('./portal.ts').onUnhandledError

/** A shutdown takes at most ten seconds, including PostgreSQL's. */
const lockTimeoutMilliseconds = 9000

async function start() {
  // Caches Node's compiled code next to the bundle, which saves a sixth of the next start. Without write access there is
  // no cache.
  if (!import.meta.filename.endsWith('.ts')) enableCompileCache(join(import.meta.dirname, '.compiled'))
  const config = readConfig(process.env)
  await assertNoRestoreUnderWay(config)
  const opening = openDatabaseAddress(config)
  const program = import('./portal.ts')
  const database = await opening
  try {
    const { onUnhandledError, openPortal } = await program
    stopOn(await openPortal(config, database.address), database, onUnhandledError)
  } catch (error) {
    // Stops PostgreSQL before reporting the error, so that the data folder is unused when the process ends.
    await database.stop()
    throw error
  }
}

function stopOn({ app, context }: Portal, database: OpenedDatabase, onUnhandledError: OnUnhandledError) {
  let stopping = false
  const stop = async (code: number) => {
    if (stopping) return
    stopping = true
    // Cuts off whatever has not finished by then (an upload over a slow line).
    setTimeout(() => process.exit(code), lockTimeoutMilliseconds).unref()
    const closed = app.close()
    context.live.endStreams()
    await closed
    await context.close()
    await database.stop()
    process.exit(code)
  }
  onUnhandledError(context.log, () => void stop(1))
  process.on('SIGTERM', () => void stop(0))
  process.on('SIGINT', () => void stop(0))
  process.on('disconnect', () => void stop(0))
  void database.lost.then((error) => {
    process.stderr.write(`${errorText(error)}\n`)
    void stop(1)
  })
}

/** Turns errors that a person can fix into a StartError; leaves others unchanged. */
function explained(error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error)) return error
  if (error.code === 'EADDRINUSE')
    return new StartError(
      `Port ${'port' in error ? String(error.port) : ''} is already in use. Stop the other program, or set PORT to another number.`,
    )
  if (error.code === 'EACCES')
    return new StartError('The portal’s user isn’t allowed to use this port. Set PORT to a number above 1023.')
  return error
}

start().catch((error: unknown) => {
  process.stderr.write(`${errorText(explained(error))}\n`)
  // systemd restarts it, except where only a person can help (RestartPreventExitStatus in docs/deploy/portal@.service).
  process.exit(exitCodeOf(error))
})
