// What scripts/install.mjs does when packages are missing, with a stub for npm that fails as configured.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { root } from './source-files.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-install-'))
  cpSync(join(root, 'scripts/install.mjs'), join(folder, 'scripts/install.mjs'))
  mkdirSync(join(folder, 'node_modules/a-package'), { recursive: true })
  writeFileSync(
    join(folder, 'npm.js'),
    `const { appendFileSync } = require('node:fs')
const command = process.argv[2]
appendFileSync('${folder}/calls', process.argv.slice(2).join(' ') + '\\n')
if (process.env.FAILS.includes(command)) { console.error('npm says why'); process.exit(1) }`,
  )
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function lock(packages: Record<string, { version: string; integrity?: string; optional?: boolean }>) {
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...packages } }))
}

function ensureInstalled(settings: { NODE_ENV?: string; FAILS?: string }) {
  const script = `import('${join(folder, 'scripts/install.mjs')}').then((all) => all.ensureInstalled())`
  const env = { PATH: process.env.PATH, npm_execpath: join(folder, 'npm.js'), FAILS: '', ...settings }
  const { status, stderr } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8', env })
  const calls = join(folder, 'calls')
  return { status, output: stderr, calls: existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : [] }
}

const missing = { 'node_modules/missing': { version: '1.0.0', integrity: 'sha512-a' } }
const unchecked = { 'node_modules/a-package': { version: '1.0.0' } }

describe('installing missing packages', () => {
  it('runs npm ci with development packages and without scripts, even if NODE_ENV is production', () => {
    lock(missing)
    const { status, calls } = ensureInstalled({ NODE_ENV: 'production' })
    expect(status).toBe(0)
    expect(calls).toEqual([expect.stringMatching(/^ci --include=dev --ignore-scripts /)])
  })

  it('fails in production when npm ci fails, with npm’s own reason', () => {
    lock(missing)
    const { status, output, calls } = ensureInstalled({ NODE_ENV: 'production', FAILS: 'ci' })
    expect([status, calls.length]).toEqual([1, 1])
    expect(output).toContain('npm says why\nError: npm ci failed')
  })

  it('outside production reports the failure and tries npm install', () => {
    lock(missing)
    const { status, output, calls } = ensureInstalled({ FAILS: 'ci' })
    expect([status, calls.length]).toEqual([0, 2])
    expect(output).toContain('Note: npm ci failed')
    expect(calls[1]).toMatch(/^install --no-save /)
  })

  it('ends with a sentence when both fail', () => {
    lock(missing)
    const { status, output } = ensureInstalled({ FAILS: 'ci install' })
    expect(status).toBe(1)
    expect(output).toContain('Error: the packages could not be installed')
  })
})

describe('an installed package without a checksum in the lock file', () => {
  it('is refused in production', () => {
    lock(unchecked)
    const { status, output } = ensureInstalled({ NODE_ENV: 'production' })
    expect(status).toBe(1)
    expect(output).toContain('Error: package-lock.json has no checksum for a-package')
    expect(ensureInstalled({ NODE_ENV: 'production' }).status, 'is refused again').toBe(1)
  })

  it('is reported outside production', () => {
    lock(unchecked)
    const { status, output } = ensureInstalled({})
    expect(status).toBe(0)
    expect(output).toContain('Note: package-lock.json has no checksum for a-package')
  })

  it('is ignored while it is not installed, like those of other platforms', () => {
    lock({ 'node_modules/of-another-platform': { version: '1.0.0', optional: true } })
    const { status, output } = ensureInstalled({ NODE_ENV: 'production' })
    expect(status).toBe(0)
    expect(output).not.toContain('checksum')
  })
})
