/**
 * One portal per data folder. Uses an operating system lock through SQLite, because Node has no flock: the lock ends
 * with the process, however that ends, so it is never stale, on any platform and across containers that share the
 * folder. A pid file would have to guess whether the id was reused.
 */
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '../kit/start-error.ts'

const sqliteBusy = 5
/** Time for a stopping portal to release the lock, so that a restart does not fail. */
const timeoutMs = 400

/** Throws within a second if another process holds the folder. Creates the folder if it is missing. */
export function lockDataFolder(dataDir: string): { release(): void } {
  let lock: DatabaseSync | undefined
  try {
    // Searchable but not listable: when started by root, PostgreSQL runs as another user and must reach its own folder
    // inside.
    mkdirSync(dataDir, { recursive: true, mode: 0o711 })
    const file = join(dataDir, 'portal.lock')
    const held = new DatabaseSync(file, { timeout: timeoutMs })
    lock = held
    held.exec('pragma locking_mode = exclusive; begin exclusive')
    chmodSync(file, 0o600)
    return { release: () => held.close() }
  } catch (error) {
    lock?.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) {
      throw new StartError(
        `Another portal is already using the data folder ${dataDir}. Stop it, or set DATA_DIR to another folder.`,
        'in-use',
      )
    }
    throw new StartError(
      `The data folder ${dataDir} can’t be used: ${error instanceof Error ? error.message : String(error)}.`,
    )
  }
}
