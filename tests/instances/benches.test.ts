// A bench that cannot start ends with a sentence and status 1.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const folders: string[] = []

/** The checkout without its build, by links. */
function checkout(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portal-bench-'))
  folders.push(folder)
  for (const name of readdirSync(root))
    if (!['dist', 'data', '.git'].includes(name)) symlinkSync(join(root, name), join(folder, name))
  return folder
}

let unbuilt: string
/** Its portal ends right away. */
let broken: string
beforeAll(() => {
  unbuilt = checkout()
  broken = checkout()
  mkdirSync(join(broken, 'dist/server'), { recursive: true })
  writeFileSync(join(broken, 'dist/server/main.js'), '')
})
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

async function run(
  name: string,
  settings: NodeJS.ProcessEnv = {},
  tree = unbuilt,
): Promise<{ code: number | null; output: string }> {
  const flags = ['--preserve-symlinks', '--preserve-symlinks-main']
  const child = spawn(process.execPath, [...flags, join(tree, 'bench', `${name}.ts`)], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, output }
}

const inBrowser = readdirSync(join(root, 'bench'))
  .filter((name) => name.endsWith('.ts') && readFileSync(join(root, 'bench', name), 'utf8').includes('/browser.ts'))
  .map((name) => name.replace(/\.ts$/, ''))

const noBuild = 'Error: There is no build. Run npm run build first.\n'

describe('a bench that cannot start ends with a sentence', () => {
  it.each(['attacks', 'every-list', 'http', 'landing', 'latency', 'load', 'screens', 'start'])(
    '%s without a build',
    async (name) => {
      expect(await run(name)).toEqual({ code: 1, output: noBuild })
    },
  )

  it.each(['seed-large-office', 'bare-peer'])('%s without a database', async (name) => {
    const { code, output } = await run(name)
    expect(code).toBe(1)
    expect(output).toMatch(/^Error: Set DATABASE_URL[^\n]+\.\n$/)
  })

  it('which includes each bench that opens a browser', () => {
    expect(inBrowser).toEqual(expect.arrayContaining(['landing', 'screens']))
  })

  it.each(inBrowser)('%s without a browser', async (name) => {
    const { code, output } = await run(name, { CHROME_PATH: '/no/browser' }, broken)
    expect([code, output]).toEqual([1, 'Error: CHROME_PATH is /no/browser, which cannot be started as a browser.\n'])
  })

  it.each(['every-list', 'load', 'latency'])('%s with a portal that does not start', async (name) => {
    const { code, output } = await run(name, { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, broken)
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/^(?:Node v[^\n]+\n)?Error: The portal did not start\.\n$/),
    ])
  })

  it('one whose database cannot be reached', async () => {
    const { code, output } = await run('seed-large-office', { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
    expect(code).toBe(1)
    expect(output).toMatch(/^Error: [^\n]+\n$/)
  })
})
