/** Decides as whom PostgreSQL runs: it refuses root, so root hands it to the owner of its files or to `nobody`. */
import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartError } from '../kit/start-error.ts'

/** How a program is to be spawned; `owner` is who must own PostgreSQL's files, undefined when that is ourselves. */
export type RunAs = {
  owner: { uid: number; gid: number } | undefined
  spawn(command: string, args: string[]): { command: string; args: string[]; uid?: number; gid?: number }
}

/** `folders` must exist: PostgreSQL has to be able to enter each of them. */
export function choosePostgresUser(cluster: string, folders: string[]): RunAs {
  const files = statSync(cluster, { throwIfNoEntry: false })
  if (process.getuid?.() !== 0) {
    if (files && process.getuid && files.uid !== process.getuid()) {
      throw new StartError(`The database in ${cluster} belongs to another user: start the portal as that user.`)
    }
    return { owner: undefined, spawn: (command, args) => ({ command, args }) }
  }
  const owner = files && files.uid !== 0 ? { uid: files.uid, gid: files.gid } : nobody()
  const shut = folders.find((folder) => !mayEnter(folder, owner.uid))
  if (!shut) return { owner, spawn: (command, args) => ({ command, args, ...owner }) }
  const prefix = passShutFolders(owner)
  if (prefix) return { owner, spawn: (command, args) => ({ command: 'setpriv', args: [...prefix, command, ...args] }) }
  throw new StartError(
    `PostgreSQL does not run as root, and another user may not enter ${shut}: start the portal as an ordinary user, ` +
      'move it to a folder that everybody may enter (such as /srv), or set DATABASE_URL.',
  )
}

/** initdb refuses a user without an entry in passwd, so the number is read from there. */
function nobody() {
  const entry = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'))
  if (!entry) throw new StartError('PostgreSQL does not run as root: start the portal as an ordinary user.')
  return { uid: Number(entry[1]), gid: Number(entry[2]) }
}

function mayEnter(folder: string, uid: number): boolean {
  const { mode, uid: owner } = statSync(folder)
  const enters = (owner === uid ? mode & 0o100 : mode & 0o001) !== 0
  return enters && (folder === dirname(folder) || mayEnter(dirname(folder), uid))
}

/**
 * A home folder of root is shut to `nobody`. The one capability that lets a process pass shut folders (and read, but
 * not write) makes it work; a container may withhold it. no_setuid_fixup keeps it in access(2), which initdb asks.
 */
function passShutFolders({ uid, gid }: { uid: number; gid: number }) {
  const prefix = [
    '--securebits=+no_setuid_fixup',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--inh-caps=+dac_read_search',
    '--ambient-caps=+dac_read_search',
    '--',
  ]
  return spawnSync('setpriv', [...prefix, 'true'], { stdio: 'ignore' }).status === 0 ? prefix : undefined
}
