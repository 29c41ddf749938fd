// docs/deploy/upgrade.sh on a clone, with processes instead of systemd: good releases, and each way one can fail.
import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { freePort } from '../../server/embedded-postgres/supervisor.ts'
import { answers } from './fleet.ts'
import { copyPackages, copySources, install } from './installation.ts'

let folder: string
let origin: string
let portal: string
let port: string

const node = process.execPath
const timeoutMs = 300_000

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portal-upgrade-'))
  chmodSync(folder, 0o755)
  ;[origin, portal] = [join(folder, 'origin'), join(folder, 'portal')]
  port = String(await freePort())
  createReleases()
  install(folder, ['git', 'clone', '--quiet', '--branch', 'v1.0.0', origin, portal])
  copyPackages(portal)
  install(portal, [node, 'scripts/build.mjs'])
  for (const name of ['data', 'backups']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'portal.env'), `PUBLIC_URL='http://localhost:${port}'\nPROVIDER_NAME='Example HR'\n`)
  writeControls()
  maintain('create-admin', '--email', 'ada@example.com', '--first-name', 'Ada', '--last-name', 'Jones')
  install(folder, [join(folder, 'control'), 'start', `portal@${port}`])
  await vi.waitUntil(ready, { timeout: 60_000, interval: 200 })
}, timeoutMs)

afterAll(() => {
  spawnSync(join(folder, 'control'), ['stop', `portal@${port}`])
  rmSync(folder, { recursive: true, force: true })
})

/**
 * Releases: v1.1.0 with a migration, v1.2.0 that migrates and then cannot listen, v1.3.0 that cannot be built, v1.4.0
 * that cannot listen.
 */
function createReleases() {
  mkdirSync(origin)
  copySources(origin)
  const git = (...args: string[]) =>
    install(origin, ['git', '-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args])
  const release = (tag: string) => {
    const about = readFileSync(join(origin, 'package.json'), 'utf8')
    writeFileSync(join(origin, 'package.json'), about.replace(/"version": ".*"/, `"version": "${tag.slice(1)}"`))
    git('add', '--all')
    git('commit', '--quiet', '--message', tag)
    git('tag', tag)
  }
  const migration = (name: string) =>
    writeFileSync(join(origin, `server/migrations/${name}.sql`), `create table upgrade_${name.slice(0, 4)} (id int);\n`)
  git('init', '--quiet', '--initial-branch', 'main')
  release('v1.0.0')
  migration('9001_test')
  release('v1.1.0')
  migration('9002_test')
  prependTo('server/main.ts', "process.env.HOST = '192.0.2.1'\n")
  release('v1.2.0')
  git('rm', '--quiet', 'server/migrations/9002_test.sql')
  release('v1.4.0')
  appendFileSync(join(origin, 'server/main.ts'), 'this is no program\n')
  release('v1.3.0')
}

function prependTo(name: string, text: string) {
  const file = join(origin, name)
  writeFileSync(file, text + readFileSync(file, 'utf8'))
}

/** Stubs for systemctl and portal-run. */
function writeControls() {
  const environment = `set -a; . ${folder}/portal.env; PORT=${port}; DATA_DIR=${folder}/data/${port}; NODE_ENV=production; LOG_LEVEL=warn; cd ${portal}`
  const script = (name: string, text: string) =>
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  script('run', `shift; command=$1; shift; ${environment}; exec docs/deploy/portal-node dist/server/$command.js "$@"`)
  script(
    'control',
    `if [ "$1" = start ]; then ${environment}
docs/deploy/portal-node dist/server/main.js >> ${folder}/journal 2>&1 & echo $! > ${folder}/pid
else kill "$(cat ${folder}/pid)" 2> /dev/null; while kill -0 "$(cat ${folder}/pid)" 2> /dev/null; do sleep 0.1; done; fi`,
  )
}

const ready = () => answers(`http://localhost:${port}/readyz`)
const expectReady = () => expect.poll(ready, { timeout: 60_000 }).toBe(true)
const release = () => (JSON.parse(readFileSync(join(portal, 'package.json'), 'utf8')) as { version: string }).version
const processId = () => readFileSync(join(folder, 'pid'), 'utf8')

function maintain(...command: string[]) {
  const { status, stdout, stderr } = spawnSync(join(folder, 'run'), [port, ...command], { encoding: 'utf8' })
  return { status, output: `${stdout}${stderr}` }
}

/** The address is in use only if the earlier data is there. */
function expectAdaIsThere() {
  const again = maintain('create-admin', '--email', 'ada@example.com', '--first-name', 'Ada', '--last-name', 'Jones')
  expect(again.status).toBe(1)
  expect(again.output).toMatch(/already|email/i)
}

function upgrade(tag: string, settings: NodeJS.ProcessEnv = {}) {
  const { status, stdout, stderr } = spawnSync(join(portal, 'docs/deploy/upgrade.sh'), [tag, port], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      ...process.env,
      PORTAL_DIR: portal,
      PORTAL_DATA: join(folder, 'data'),
      PORTAL_BACKUPS: join(folder, 'backups'),
      PORTAL_ENV: join(folder, 'portal.env'),
      PORTAL_START_SECONDS: '60',
      PORTAL_SYSTEMCTL: join(folder, 'control'),
      PORTAL_RUN: join(folder, 'run'),
      PORTAL_INSTALL: `${node} ${join(import.meta.dirname, 'copy-packages.ts')}`,
      ...settings,
    },
  })
  return { status, output: `${stdout}${stderr}` }
}

describe('upgrade.sh', () => {
  it(
    'upgrades to a release with a new migration, with a backup from before',
    async () => {
      const { status, output } = upgrade('v1.1.0')
      expect(output).toContain('Done: v1.1.0 runs.')
      expect([status, release()]).toEqual([0, '1.1.0'])
      await expectReady()
      expect(readdirSync(join(folder, 'backups', port))).toHaveLength(1)
      expect(existsSync(join(portal, 'node_modules/rolldown'))).toBe(false)
      expectAdaIsThere()
    },
    timeoutMs,
  )

  it('changes nothing for a missing release', async () => {
    const before = processId()
    const { status, output } = upgrade('v9.9.9')
    expect([status, output]).toEqual([1, 'Error: there is no release v9.9.9 (tag or commit).\n'])
    expect(processId()).toBe(before)
    await expectReady()
  })

  it.each(['v1.3.0', 'origin/main'])(
    'changes nothing if %s cannot be built',
    async (given) => {
      const before = processId()
      const { status, output } = upgrade(given)
      expect(output).toContain(`${given} could not be built. v1.1.0 is still running, and nothing was changed.`)
      expect([status, release(), processId()]).toEqual([1, '1.1.0', before])
      await expectReady()
    },
    timeoutMs,
  )

  it(
    'restarts the previous release if the backup fails',
    async () => {
      const { status, output } = upgrade('v1.4.0', { PORTAL_BACKUPS: '/dev/null' })
      expect(output).toContain('the backup failed, so v1.1.0 runs again and nothing was changed.')
      expect([status, release()]).toEqual([1, '1.1.0'])
      await expectReady()
    },
    timeoutMs,
  )

  it(
    'rolls back to the previous release with the same data if one without migrations does not become ready',
    async () => {
      const { status, output } = upgrade('v1.4.0', { PORTAL_START_SECONDS: '5' })
      expect(output).toContain('the upgrade failed, and v1.1.0 runs again on the same data.')
      expect([status, release()]).toEqual([1, '1.1.0'])
      await expectReady()
      expectAdaIsThere()
    },
    timeoutMs,
  )

  it(
    'restores the backup and rolls back if a release changed the database and does not become ready',
    async () => {
      const { status, output } = upgrade('v1.2.0', { PORTAL_START_SECONDS: '30' })
      expect(output).toContain('v1.1.0 runs again on the backup from before it.')
      expect([status, release()]).toEqual([1, '1.1.0'])
      await expectReady()
      expect(readdirSync(join(folder, 'data')).filter((name) => name.startsWith(`${port}.failed-`))).toHaveLength(1)
      expectAdaIsThere()
      expect(maintain('verify').status).toBe(0)
    },
    timeoutMs,
  )
})
