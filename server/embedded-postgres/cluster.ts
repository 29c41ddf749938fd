/** The data directory of the embedded PostgreSQL, created once and atomically by initdb. */
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
/** The path of a Unix socket has room for 107 bytes; `/.s.PGSQL.5432` and its `.lock` need 19 of them. */
const longestSocketFolder = 80

/**
 * Runs initdb unless the cluster exists. Works in a temporary folder that is renamed at the end, so that an interrupted
 * start leaves no half-created cluster. initdb syncs what it wrote and enables data checksums.
 */
export async function ensureCluster(cluster: string, binaries: Binaries, runAs: RunAs, passwordFile?: string) {
  if (existsSync(cluster)) {
    const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
    if (version !== major) {
      throw new StartError(
        `The database in ${cluster} was created by PostgreSQL ${version}, and this release includes PostgreSQL ${major}. Start the release that created it.`,
      )
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
 * The folder of the Unix socket: the cluster's own, since no one else may enter it. If that path is too long for a
 * socket, a private temporary folder named after the cluster.
 */
export function socketFolder(cluster: string, runAs: RunAs) {
  if (Buffer.byteLength(cluster) <= longestSocketFolder) return cluster
  const folder = join(tmpdir(), `portal-${createHash('sha256').update(cluster).digest('hex').slice(0, 12)}`)
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 })
  const [made, uid] = [lstatSync(folder), process.getuid?.()]
  // Anyone can create temporary folders, so a folder owned by another user could be a trap.
  if (!made.isDirectory() || (made.uid !== uid && made.uid !== runAs.owner?.uid) || made.mode & 0o077) {
    throw new StartError(
      `The portal needs the folder ${folder}, but it belongs to another user. Delete it, or set DATA_DIR to a shorter path.`,
    )
  }
  if (runAs.owner) chownSync(folder, runAs.owner.uid, runAs.owner.gid)
  return folder
}

/**
 * A clean environment for the PostgreSQL programs, without a PGDATA from the shell and without the portal's secrets.
 */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot } = process.env
  return { PATH, TZ: 'UTC', LC_ALL: 'C', ...(SystemRoot && { SystemRoot }) }
}

/**
 * Text sorts by code point on every platform (the builtin provider). Trigram search takes character classes from the C
 * library, which knows letters beyond ASCII only if such a locale is installed.
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
    const refuse = (reason: string) => reject(new StartError(`The database could not be created: ${reason.trim()}`))
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
