// An ordinary PostgreSQL for the second run of the API tests: over TCP, with a password. Runs under Node 24.
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Binaries, findBinaries } from '../server/embedded-postgres/binaries.ts'
import { postgresEnvironment } from '../server/embedded-postgres/cluster.ts'
import { launch, shutDown } from '../server/embedded-postgres/process.ts'
import { choosePostgresUser } from '../server/embedded-postgres/user.ts'
import { freePort } from '../server/embedded-postgres/supervisor.ts'

const oldestMajor = 15

/**
 * TEST_DATABASE_URL, otherwise the newest one installed on Debian, otherwise the embedded one. `version` is the
 * server's own.
 */
export async function startRealPostgres() {
  const given = process.env.TEST_DATABASE_URL
  const server = given ? { url: given, stop: async () => undefined } : await start(debian() ?? (await findBinaries()))
  return { ...server, version: await versionOf(server.url) }
}

function debian() {
  const parent = '/usr/lib/postgresql'
  const majors = existsSync(parent) ? readdirSync(parent).map(Number) : []
  const newest = Math.max(
    ...majors.filter((major) => major >= oldestMajor && existsSync(`${parent}/${major}/bin/initdb`)),
  )
  if (newest < oldestMajor) return undefined
  const folder = `${parent}/${newest}/bin`
  return { folder, initdb: `${folder}/initdb`, postgres: `${folder}/postgres`, pgCtl: `${folder}/pg_ctl` }
}

async function start(binaries: Binaries) {
  const folder = mkdtempSync(join(tmpdir(), 'portal-postgres-'))
  // When started by root, PostgreSQL runs as another user and must reach its own files in this folder.
  chmodSync(folder, 0o711)
  const cluster = join(folder, 'data')
  const passwordFile = join(folder, 'password')
  const password = randomBytes(12).toString('hex')
  const runAs = choosePostgresUser(cluster, [folder, binaries.folder])
  mkdirSync(cluster, { mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (runAs.owner) for (const path of [cluster, passwordFile]) chownSync(path, runAs.owner.uid, runAs.owner.gid)
  const options = ['-D', cluster, '-U', 'portal', '-E', 'UTF8', '--locale=C.UTF-8', '-A', 'scram-sha-256']
  const { command, args, ...as } = runAs.spawn(binaries.initdb, [...options, `--pwfile=${passwordFile}`])
  const made = spawnSync(command, args, { ...as, cwd: '/', env: postgresEnvironment(), encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)
  const port = await freePort()
  const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '' }
  const log = { debug: () => undefined, warn: () => undefined }
  const place = { cluster, socketDir: folder, binaries, runAs, port, settings, log }
  const child = await launch(place)
  const stop = async () => {
    await shutDown(child, place)
    rmSync(folder, { recursive: true, force: true })
  }
  return { url: `postgres://portal:${password}@127.0.0.1:${port}/postgres`, stop }
}

async function versionOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('show server_version')
  await client.end()
  return rows[0].server_version.split(' ')[0]
}
