/**
 * One portal a data folder. The lock is the operating system's own, taken through SQLite because Node has no flock:
 * it ends with the process however that ends, so nothing stale is ever left, on any platform and across containers
 * that share the folder. A file with a process id in it would have to guess whether that id was given to another.
 */
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '../kit/start-error.ts'

const sqliteBusy = 5
/** A portal that is just stopping gets this long to let go: whoever restarts one should not have to wait and try again. */
const patienceMs = 400

/** Refuses within a second when another process holds the folder. The folder is made when it is missing. */
export function lockDataFolder(dataDir: string): { release(): void } {
  let lock: DatabaseSync | undefined
  try {
    // Passable but not listable: as root, PostgreSQL runs as another user and has to reach its own folder inside.
    mkdirSync(dataDir, { recursive: true, mode: 0o711 })
    const file = join(dataDir, 'portal.lock')
    const held = new DatabaseSync(file, { timeout: patienceMs })
    lock = held
    held.exec('pragma locking_mode = exclusive; begin exclusive')
    chmodSync(file, 0o600)
    return { release: () => held.close() }
  } catch (error) {
    lock?.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) {
      throw new StartError(
        `Another portal is already running on the data folder ${dataDir}: stop it first, or set DATA_DIR to another folder.`,
        'in-use',
      )
    }
    throw new StartError(
      `The data folder ${dataDir} cannot be used: ${error instanceof Error ? error.message : String(error)}.`,
    )
  }
}
