// The installation of docs/setup.md: installed by root, run by another user, with every command that the docs name.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../server/embedded-postgres/supervisor.ts'
import { answers, pause } from './fleet.ts'
import { copyOfCheckout, install, type Installation, isRoot } from './installation.ts'

let portal: Installation

beforeAll(() => {
  portal = copyOfCheckout()
  install(portal.tree, [process.execPath, 'scripts/build.mjs'])
  install(portal.tree, ['npm', 'prune', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'])
}, 300_000)

afterAll(() => portal.remove())

/** Starts the server with this command, and resolves when it replies. */
async function startServer(command: string[], settings: NodeJS.ProcessEnv) {
  const port = await freePort()
  const child = portal.start(command, { PORT: String(port), LOG_LEVEL: 'warn', ...settings })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const url = `http://localhost:${port}`
  for (const until = Date.now() + 90_000; !(await answers(`${url}/healthz`)); await pause(100))
    if (child.exitCode !== null || Date.now() > until) throw new Error(`The portal did not start: ${output}`)
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  return { url, stop, output: () => output }
}

describe('J2: an installation that was built and pruned', () => {
  it.skipIf(!isRoot)('starts for a user without write access to it (skipped unless run as root)', async () => {
    const settings = { NODE_ENV: 'production', DATA_DIR: portal.newFolder() }
    const { stop, url } = await startServer([process.execPath, 'dist/server/main.js'], settings)
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    expect(await stop()).toBe(0)
  })

  it('has no build tools, and every maintenance command works', async () => {
    expect(existsSync(join(portal.tree, 'node_modules/rolldown'))).toBe(false)
    const [dataDir, backups, restored] = [portal.newFolder(), portal.newFolder(), portal.newFolder()]
    const env = { NODE_ENV: 'production', DATA_DIR: dataDir }
    const run = async (name: string, args: string[] = [], more: NodeJS.ProcessEnv = {}) => {
      const { code, output } = await portal.run(['npm', 'run', '--silent', name, '--', ...args], { ...env, ...more })
      expect(output).not.toMatch(/Building|Installing|EACCES/)
      return { code, output }
    }
    const person = ['--email', 'ada@example.com', '--first-name', 'Ada', '--last-name', 'Jones']
    const created = await run('create-admin', person)
    expect(created.output).toContain('http://localhost:3000/')
    expect(created.code).toBe(0)
    const backup = await run('backup', ['--to', backups])
    expect(backup.output).toContain(backups)
    expect(backup.code).toBe(0)
    expect(readdirSync(backups)).toHaveLength(1)
    expect((await run('verify', ['--against', backups])).code).toBe(0)
    expect((await run('rotate-seal')).code).toBe(0)
    expect((await run('rotate-key')).code).toBe(0)
    const move = await run('files:move', ['--to', 's3'])
    expect([move.code, move.output.split('\n').length]).toEqual([1, 2])
    expect(move.output).toContain('S3_')
    const keys = readdirSync(join(dataDir, 'keys')).filter((name) => name.startsWith('retired-'))
    expect(keys).toHaveLength(1)
    const put = await portal.run(
      ['sh', '-c', `mkdir -m 700 ${restored}/keys && cp ${dataDir}/keys/retired-* ${restored}/keys/master.key`],
      env,
    )
    expect(put.code).toBe(0)
    const restore = await run('restore', ['--from', backups], { DATA_DIR: restored })
    expect(restore.output).toContain('Verified: the digest of the rows matches the backup')
    expect(restore.code).toBe(0)
    rmSync(backups, { recursive: true })
  })

  it('starts with npm start, even if the lock file was rewritten without a change', async () => {
    install(portal.tree, ['touch', 'package-lock.json'])
    const { stop, output } = await startServer(['npm', 'start', '--silent'], { DATA_DIR: portal.newFolder() })
    expect(output()).not.toContain('Building')
    await stop()
  })
})

describe('the container image', () => {
  it('contains everything that the portal and every command need', async () => {
    const image = join(portal.tree, '../image')
    const container = readFileSync(join(portal.tree, 'docs/deploy/Containerfile'), 'utf8')
    const copied = [...container.matchAll(/^COPY --from=build \/portal\/(\S+) (\S+)$/gm)]
    expect(copied.map(([, from]) => from)).toContain('dist')
    mkdirSync(image)
    for (const [, from = '', to = ''] of copied)
      install(portal.tree, ['cp', '-al', from, join(image, to === './' ? from : to)])
    const env = { NODE_ENV: 'production', DATA_DIR: portal.newFolder() }
    const backups = portal.newFolder()
    const run = async (name: string, ...args: string[]) =>
      portal.run([process.execPath, join(image, `dist/server/${name}.js`), ...args], env)
    const person = ['--email', 'ada@example.com', '--first-name', 'Ada', '--last-name', 'Jones']
    for (const [name, ...args] of [
      ['create-admin', ...person],
      ['backup', '--to', backups],
      ['verify', '--against', backups],
      ['rotate-seal'],
      ['rotate-key'],
    ] as [string, ...string[]][]) {
      const { code, output } = await run(name, ...args)
      expect([name, code, output]).toEqual([name, 0, expect.any(String)])
    }
    const { url, stop } = await startServer([process.execPath, join(image, 'dist/server/main.js')], env)
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    await stop()
  })
})

describe('the built programs', () => {
  const older = ['/usr/bin/node', '/usr/local/bin/node'].find((node) => {
    const version = spawnSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' }).stdout
    return version && Number.parseInt(version, 10) < 24
  })

  it.skipIf(!older).each(['main', 'backup', 'create-admin'])(
    '%s reports in one sentence that Node is too old (skipped without an older Node)',
    async (name) => {
      const { code, output } = await portal.run([older ?? '', `dist/server/${name}.js`])
      expect(code).toBe(78)
      expect(output).toMatch(/^Error: Node 24 or later is required \(found \d+\.\d+\.\d+\)\. .+\n$/)
    },
  )

  it('exit with a status that systemd does not restart if a setting is wrong', async () => {
    const { code, output } = await portal.run([process.execPath, 'dist/server/main.js'], { PORT: 'abc' })
    expect([code, output]).toEqual([78, 'Error: PORT must be a number from 0 to 65535; "abc" is not.\n'])
  })
})
