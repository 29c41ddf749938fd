/** The files of the embedded PostgreSQL: made once by initdb, wholly or not at all. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, closeSync, existsSync, fsyncSync, lchownSync, lstatSync, mkdirSync } from 'node:fs'
import { openSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Binaries } from './binaries.ts'
import type { RunAs } from './user.ts'
import { StartError } from '../kit/start-error.ts'

export const superuser = 'portal'
const major = '18'
/** A Unix socket's whole path has room for 107 bytes; `/.s.PGSQL.5432` and its `.lock` need 19 of them. */
const longestSocketFolder = 80

/**
 * Runs initdb unless the cluster is there. It works in a folder of its own that is renamed at the end, so a start that
 * was interrupted leaves nothing half-made. initdb itself syncs what it wrote, and turns data checksums on.
 */
export async function ensureCluster(cluster: string, binaries: Binaries, runAs: RunAs, passwordFile?: string) {
  if (existsSync(cluster)) {
    const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
    if (version !== major) {
      throw new StartError(`The database in ${cluster} is of PostgreSQL ${version}, and this portal brings ${major}.`)
    }
    if (runAs.owner && statSync(cluster).uid !== runAs.owner.uid) giveTo(cluster, runAs.owner)
    chmodSync(cluster, 0o700)
    return
  }
  const unfinished = `${cluster}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  if (runAs.owner) chownSync(unfinished, runAs.owner.uid, runAs.owner.gid)
  const access = passwordFile ? ['--auth=scram-sha-256', `--pwfile=${passwordFile}`] : ['--auth=trust']
  await runInitdb(binaries.initdb, runAs, [
    `--pgdata=${unfinished}`,
    `--username=${superuser}`,
    ...access,
    '--encoding=UTF8',
    ...locale(),
    '--data-checksums',
    '--no-instructions',
  ])
  renameSync(unfinished, cluster)
  syncFolder(dirname(cluster))
}

/**
 * The folder of the Unix socket: the cluster's own, since nobody else may enter it. Where that path is too long for a
 * socket, a private folder among the temporary ones, named after the cluster.
 */
export function socketFolder(cluster: string, runAs: RunAs) {
  if (Buffer.byteLength(cluster) <= longestSocketFolder) return cluster
  const folder = join(tmpdir(), `portal-${createHash('sha256').update(cluster).digest('hex').slice(0, 12)}`)
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 })
  const [made, uid] = [lstatSync(folder), process.getuid?.()]
  // Anybody may make folders among the temporary ones: one that is not ours could be a trap.
  if (!made.isDirectory() || (made.uid !== uid && made.uid !== runAs.owner?.uid) || made.mode & 0o077) {
    throw new StartError(
      `${folder} is in the way and not the portal's own: remove it, or set DATA_DIR to a shorter path.`,
    )
  }
  if (runAs.owner) chownSync(folder, runAs.owner.uid, runAs.owner.gid)
  return folder
}

/** The environment of PostgreSQL's programs: nothing of ours (a PGDATA of somebody's shell, our secrets). */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot } = process.env
  return { PATH, TZ: 'UTC', LC_ALL: 'C', ...(SystemRoot && { SystemRoot }) }
}

/**
 * Text sorts by code point on every platform (the builtin provider); the character classes, which trigram search
 * reads from the C library, know letters beyond ASCII where there is a locale for that.
 */
function locale() {
  if (process.platform === 'linux') return ['--locale=C.UTF-8', ...builtin]
  return ['--locale=C', ...(process.platform === 'darwin' ? ['--lc-ctype=en_US.UTF-8'] : []), ...builtin]
}
const builtin = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8']

function runInitdb(initdb: string, runAs: RunAs, args: string[]) {
  const { command, args: all, ...as } = runAs.spawn(initdb, args)
  return new Promise<void>((resolve, reject) => {
    const child = spawn(command, all, {
      ...as,
      cwd: '/',
      env: postgresEnvironment(),
      stdio: ['ignore', 'ignore', 'pipe'],
      windowsHide: true,
    })
    let complaint = ''
    child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()))
    const refuse = (reason: string) => reject(new StartError(`The database could not be made: ${reason.trim()}`))
    child.on('error', (error) => refuse(error.message))
    child.on('close', (code) => (code === 0 ? resolve() : refuse(complaint || `initdb ended with ${code}.`)))
  })
}

function giveTo(folder: string, { uid, gid }: { uid: number; gid: number }) {
  chownSync(folder, uid, gid)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    lchownSync(join(entry.parentPath, entry.name), uid, gid)
  }
}

function syncFolder(folder: string) {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
