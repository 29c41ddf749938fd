/**
 * Chooses the user that PostgreSQL runs as. It refuses root, so when started by root it runs as the owner of its files,
 * or as `nobody`.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartError } from '../kit/start-error.ts'

/** How to spawn a program; `owner` must own PostgreSQL's files, and is undefined if that is the current user. */
export type RunAs = {
  owner: { uid: number; gid: number } | undefined
  spawn(command: string, args: string[]): { command: string; args: string[]; uid?: number; gid?: number }
}

/** `folders` must exist: PostgreSQL has to be able to enter each of them. */
export function choosePostgresUser(cluster: string, folders: string[]): RunAs {
  const files = statSync(cluster, { throwIfNoEntry: false })
  if (process.getuid?.() !== 0) {
    if (files && process.getuid && files.uid !== process.getuid()) {
      throw new StartError(`The database in ${cluster} belongs to another user. Start the portal as that user.`)
    }
    return { owner: undefined, spawn: (command, args) => ({ command, args }) }
  }
  const owner = files && files.uid !== 0 ? { uid: files.uid, gid: files.gid } : nobody()
  const shut = folders.find((folder) => !mayEnter(folder, owner.uid))
  if (!shut) return { owner, spawn: (command, args) => ({ command, args, ...owner }) }
  const prefix = prefixForClosedFolders(owner)
  if (prefix) return { owner, spawn: (command, args) => ({ command: 'setpriv', args: [...prefix, command, ...args] }) }
  throw new StartError(
    `PostgreSQL does not run as root, and other users have no access to ${shut}. Start the portal as an ordinary user, ` +
      'move it to a folder that all users can read (such as /srv), or set DATABASE_URL.',
  )
}

/** initdb refuses a user without an entry in passwd, so the ids are read from there. */
function nobody() {
  const entry = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'))
  if (!entry) throw new StartError('PostgreSQL does not run as root. Start the portal as an ordinary user.')
  return { uid: Number(entry[1]), gid: Number(entry[2]) }
}

function mayEnter(folder: string, uid: number): boolean {
  const { mode, uid: owner } = statSync(folder)
  const enters = (owner === uid ? mode & 0o100 : mode & 0o001) !== 0
  return enters && (folder === dirname(folder) || mayEnter(dirname(folder), uid))
}

/**
 * The user `nobody` cannot enter root's home folder. The capability dac_read_search lets a process enter closed folders
 * (and read, but not write); a container may withhold it. no_setuid_fixup preserves it in access(2), which initdb uses.
 */
function prefixForClosedFolders({ uid, gid }: { uid: number; gid: number }) {
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
