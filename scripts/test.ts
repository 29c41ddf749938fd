// npm test: what a developer runs before landing a change. npm run test:all: everything, as in CI. Or the named steps:
// npm test -- unit api. A step that passes prints one line; one that fails prints its output. All output is in
// test-results/NAME.log.
import { type SpawnOptions, spawn } from 'node:child_process'
import {
  chmodSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { freemem } from 'node:os'
import { delimiter, join } from 'node:path'
import { findBrowser } from './browser.ts'
import { root } from './install.mjs'
import { startRealPostgres } from './real-postgres.ts'

interface Counts {
  passed: number
  failed: number
}

const results = join(root, 'test-results')
const tools = join(root, 'node_modules')
const maxMilliseconds = 45 * 60_000

/** The browser tests of `npm test`: the main work of clients and staff, signing in, requests, and billing. */
const coreSpecs = ['main-job', 'client.spec', 'sessions', 'document-requests', 'invoices']

const steps: Record<string, () => Promise<Counts>> = {
  check: () => command('check', 'npm run --silent check'),
  unit: () => vitest('unit'),
  component: () => vitest('component'),
  api: () => vitest('api', { TEST_DATABASE_URL: '', TEST_SELECTION: 'quick' }),
  'api-all': () => vitest('api', { TEST_DATABASE_URL: '' }, 'api-all'),
  postgres: async () => {
    const { url, stop } = await startRealPostgres()
    try {
      return await vitest('api', { TEST_DATABASE_URL: url, TEST_SELECTION: 'second-postgres' }, 'postgres')
    } finally {
      await stop()
    }
  },
  build: () => command('build', 'node scripts/build.mjs'),
  instances: () => vitest('instances'),
  browser: () => browser('browser', coreSpecs),
  'browser-all': () => browser('browser-all', []),
}

/** Steps in one group run in parallel: instances wait more than they compute. */
const selections: Record<string, string[][]> = {
  quick: [['check'], ['unit', 'component', 'build'], ['api'], ['browser']],
  all: [['check'], ['unit', 'component'], ['build'], ['api-all', 'instances'], ['postgres'], ['browser-all']],
}

const usage = `Usage: npm test -- [STEP...]
Runs the checks and tests of a change, or only the steps named. npm run test:all runs everything, as CI does.
  STEP  ${Object.keys(steps).join(', ')}
The output of each step is in test-results/STEP.log.`

const [first = 'quick', ...more] = process.argv.slice(2)
if (first === '--help' || first === '-h') {
  process.stdout.write(`${usage}\n`)
  process.exit(0)
}
const groups = selections[first] ?? [first, ...more].map((name) => [name])
const unknown = groups.flat().filter((name) => steps[name] === undefined)
if (unknown.length > 0) {
  process.stderr.write(`Error: unknown step ${unknown.join(', ')}.\n\n${usage}\n`)
  process.exit(2)
}
mkdirSync(results, { recursive: true })
const memory = folderInMemory()
if (memory !== null) process.env['TMPDIR'] = memory
const total: Counts = { passed: 0, failed: 0 }
for (const group of groups) await Promise.all(group.map(runStep))
if (memory !== null) rmSync(memory, { recursive: true, force: true })
const seconds = Math.round(performance.now() / 1000)
if (total.failed === 0) process.stdout.write(`\nDone: ${total.passed} passed in ${seconds} s.\n`)
else {
  process.stderr.write(`\nError: ${total.failed} failed, ${total.passed} passed in ${seconds} s.\n`)
  process.exitCode = 1
}

async function runStep(name: string) {
  const began = performance.now()
  const { passed, failed } = (await steps[name]?.().catch((error: unknown) => {
    process.stdout.write(`${String(error)}\n`)
    return { passed: 0, failed: 1 }
  })) ?? { passed: 0, failed: 1 }
  if (failed > 0 && existsSync(logOf(name))) process.stdout.write(readFileSync(logOf(name), 'utf8'))
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  process.stdout.write(`${failed > 0 ? '✗' : '✓'} ${name}: ${passed} passed, ${failed} failed, ${seconds} s\n`)
  total.passed += passed
  total.failed += failed
}

/**
 * Tests start hundreds of databases, and on a disk they wait for it to flush. Null without much free memory, or where programs in
 * /dev/shm may not be run.
 */
function folderInMemory(): string | null {
  const needed = 8 * 2 ** 30
  const mount = existsSync('/proc/mounts') && /^\S+ \/dev\/shm \S+ (\S+)/m.exec(readFileSync('/proc/mounts', 'utf8'))
  if (!mount || mount[1]?.split(',').includes('noexec') || freemem() < needed) return null
  const { bavail, bsize } = statfsSync('/dev/shm')
  if (bavail * bsize < needed) return null
  const folder = mkdtempSync('/dev/shm/portal-tests-')
  // PostgreSQL runs as another user than root.
  chmodSync(folder, 0o755)
  return folder
}

function logOf(name: string) {
  return join(results, `${name}.log`)
}

async function command(name: string, line: string): Promise<Counts> {
  const code = await runLogged(name, line, [], {}, { shell: true })
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

async function vitest(project: string, env: NodeJS.ProcessEnv = {}, name = project): Promise<Counts> {
  const report = join(results, `${name}.json`)
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  const args = [join(tools, 'vitest/vitest.mjs'), 'run', `--project=${project}`, '--passWithNoTests', ...reporters]
  const counts = await reported<{ numPassedTests: number; numFailedTests: number }>(name, report, args, env)
  return countsOf(counts, ({ numPassedTests, numFailedTests }) => [numPassedTests, numFailedTests])
}

async function browser(name: string, files: string[]): Promise<Counts> {
  const report = join(results, `${name}.json`)
  const env = { CHROME_PATH: await findBrowser(), PLAYWRIGHT_JSON_OUTPUT_NAME: report }
  const args = [join(tools, '@playwright/test/cli.js'), 'test', ...files, '--reporter=dot,json']
  const counts = await reported<{ stats: { expected: number; unexpected: number } }>(name, report, args, env)
  return countsOf(counts, ({ stats }) => [stats.expected, stats.unexpected])
}

interface Outcome<Report> {
  code: number
  report: Report | null
}

async function reported<Report>(
  name: string,
  file: string,
  args: string[],
  env: NodeJS.ProcessEnv,
): Promise<Outcome<Report>> {
  rmSync(file, { force: true })
  const code = await runLogged(name, process.execPath, args, env)
  return { code, report: existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : null }
}

/** A file that fails to load, or an error outside of any test, counts as one failure. */
function countsOf<Report>({ code, report }: Outcome<Report>, read: (report: Report) => [number, number]): Counts {
  const [passed, failed] = report === null ? [0, 0] : read(report)
  return { passed, failed: failed || (code === 0 ? 0 : 1) }
}

function runLogged(name: string, program: string, args: string[], env: NodeJS.ProcessEnv, options: SpawnOptions = {}) {
  const log = createWriteStream(logOf(name))
  return new Promise<number>((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, PATH: [join(tools, '.bin'), process.env['PATH']].join(delimiter), ...env },
      timeout: maxMilliseconds,
      ...options,
    })
    child.stdout?.pipe(log, { end: false })
    child.stderr?.pipe(log, { end: false })
    child.on('error', () => resolve(1))
    child.on('close', (code) => log.end(() => resolve(code ?? 1)))
  })
}
