// Runs the commands as processes, up to the point where they would open a database.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { errorText, exitCodeOf, UsageError } from './command-line.ts'
import { ConfigError } from './config.ts'
import { StartError } from './kit/start-error.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'portal-commands-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

function run(name: string, args: string[], settings: NodeJS.ProcessEnv = {}) {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir, ...settings }
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, `${name}.ts`), ...args], {
    encoding: 'utf8',
    env,
  })
  return { status, stdout, stderr }
}

const commands: [name: string, npmName: string, options: string[]][] = [
  ['backup', 'backup', ['--to', '--with-key', '--keep-days']],
  ['restore', 'restore', ['--from', '--unverified']],
  ['verify', 'verify', ['--quick', '--against']],
  ['create-admin', 'create-admin', ['--email', '--first-name', '--last-name']],
  ['rotate-key', 'rotate-key', []],
  ['rotate-seal', 'rotate-seal', []],
  ['files-move', 'files:move', ['--to']],
]

describe.each(commands)('%s', (name, npmName, options) => {
  it('prints its usage, with a line for each option, for --help', () => {
    const { status, stdout, stderr } = run(name, ['--help'])
    expect([status, stderr]).toEqual([0, ''])
    const [first = '', ...lines] = stdout.split('\n')
    expect(first).toMatch(new RegExp(`^Usage: npm run ${npmName}( --|$)`))
    for (const option of options) {
      expect(first).toContain(option)
      expect(lines.some((line) => line.startsWith(`  ${option} `))).toBe(true)
    }
  })

  it('refuses an unknown option and prints its usage', () => {
    const { status, stdout, stderr } = run(name, ['--no-such-option'])
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/^Error: Unknown option '--no-such-option'\.\n\nUsage: npm run /)
  })
})

describe('a command', () => {
  it.each([
    ['backup', ['--to'], "Option '--to <value>' argument missing."],
    ['backup', ['--keep-days', '0'], '--keep-days must be a number of days from 1 to 9999.'],
    ['backup', ['now'], "Unexpected argument 'now'."],
    ['restore', [], '--from is required.'],
    ['files-move', ['--to', 'tape'], '--to must be s3 or disk.'],
    ['create-admin', ['--email', 'ada'], '--email must be an email address.'],
    ['create-admin', ['--email', 'ada@example.com', '--last-name', 'Jones'], '--first-name is required.'],
  ])('refuses %s %j with the reason, and creates nothing', (name, args, reason) => {
    const { status, stderr } = run(name, args)
    expect([status, stderr.split('\n')[0]]).toEqual([2, `Error: ${reason}`])
    expect(readdirSync(dataDir)).toEqual([])
  })

  it.each(['backup', 'verify'])('refuses %s without a portal, and creates none', (name) => {
    const { status, stderr } = run(name, [])
    expect(status).toBe(1)
    expect(stderr).toMatch(/^Error: No portal found: there is no database in .+\n$/)
    expect(readdirSync(dataDir)).toEqual([])
  })

  it('prints each wrong setting on its own line, and exits with 78', () => {
    const { status, stderr } = run('verify', [], { PORT: 'abc', LOG_LEVEL: 'loud' })
    expect(status).toBe(78)
    expect(stderr.trim().split('\n')).toEqual([
      'Error: PORT must be a number from 0 to 65535; "abc" is not.',
      expect.stringMatching(/^Error: LOG_LEVEL must be one of /),
    ])
  })
})

describe('errors', () => {
  it.each([
    [new StartError('The disk is full.'), 'Error: The disk is full.', 1],
    [new ConfigError('One.\nTwo.'), 'Error: One.\nError: Two.', 78],
    [new UsageError('--to is required.'), 'Error: --to is required.', 2],
    ['a text', 'Error: a text', 1],
  ])('prints %s as a sentence', (error, text, code) => {
    expect([errorText(error), exitCodeOf(error)]).toEqual([text, code])
  })

  it('prints the stack trace of an unexpected error', () => {
    expect(errorText(new TypeError('x is not a function'))).toMatch(/^Error: TypeError: x is not a function\n +at /)
  })
})
