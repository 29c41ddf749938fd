// npm test: everything, or the steps that are named: npm test -- unit api
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { ensureInstalled, root } from './install.mjs'
import { findNode24, isNode24 } from './node24.mjs'

const results = join(root, 'test-results')
const tools = join(root, 'node_modules')
const patienceMs = 30 * 60_000

/** Each answers how many passed and failed. A step that throws has failed. */
const steps = {
  check: () => command('check', ['npm', 'run', '--silent', 'check']),
  unit: () => vitest('unit'),
  component: () => vitest('component'),
  api: () => vitest('api', { TEST_DATABASE_URL: '' }),
  postgres: apiOnRealPostgres,
  build: () => command('build', [process.execPath, join(root, 'scripts/build.mjs')]),
  instances: () => vitest('instances'),
  browser: journeys,
}

ensureInstalled()
if (isNode24()) await testAll(process.argv.slice(2))
else process.exitCode = spawnSync(findNode24(), process.argv.slice(1), { cwd: root, stdio: 'inherit' }).status ?? 1

async function testAll(wanted) {
  const unknown = wanted.filter((name) => !Object.hasOwn(steps, name))
  if (unknown.length) {
    process.stderr.write(`There is no step ${unknown.join(', ')}; there are ${Object.keys(steps).join(', ')}.\n`)
    process.exitCode = 1
    return
  }
  mkdirSync(results, { recursive: true })
  const total = { passed: 0, failed: 0 }
  const lines = []
  for (const [name, step] of Object.entries(steps)) {
    if (wanted.length && !wanted.includes(name)) continue
    process.stdout.write(`\n== ${name}\n`)
    const began = performance.now()
    const { title = name, passed, failed } = await step().catch(failedWith)
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    lines.push(`${failed ? '✗' : '✓'} ${title}: ${passed} passed, ${failed} failed, ${seconds} s`)
    process.stdout.write(`${lines.at(-1)}\n`)
    total.passed += passed
    total.failed += failed
  }
  process.stdout.write(`\n${lines.join('\n')}\n\n${total.passed} passed, ${total.failed} failed\n`)
  if (total.failed) process.exitCode = 1
}

function failedWith(error) {
  process.stdout.write(`${error.message}\n`)
  return { passed: 0, failed: 1 }
}

async function command(title, [program, ...args]) {
  return (await run(program, args)) === 0 ? { title, passed: 1, failed: 0 } : { title, passed: 0, failed: 1 }
}

async function vitest(project, env = {}, file = project) {
  const report = join(results, `${file}.json`)
  rmSync(report, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await run(
    process.execPath,
    [join(tools, 'vitest/vitest.mjs'), 'run', `--project=${project}`, ...reporters],
    env,
  )
  return {
    title: project,
    ...counted(code, report, ({ numPassedTests, numFailedTests }) => [numPassedTests, numFailedTests]),
  }
}

async function apiOnRealPostgres() {
  const { startRealPostgres } = await import('./real-postgres.mjs')
  const { url, version, stop } = await startRealPostgres()
  try {
    const { title, ...counts } = await vitest('api', { TEST_DATABASE_URL: url }, 'postgres')
    return { title: title.replace('api', `api on PostgreSQL ${version}`), ...counts }
  } finally {
    await stop()
  }
}

async function journeys() {
  const folder = join(root, 'tests/journeys')
  if (!existsSync(folder) || !readdirSync(folder).length)
    return { title: 'browser (no journeys yet)', passed: 0, failed: 0 }
  const { findBrowser } = await import('./browser.mjs')
  const browser = await findBrowser()
  process.stdout.write(`In ${browser}\n`)
  const report = join(results, 'browser.json')
  rmSync(report, { force: true })
  const code = await run(process.execPath, [join(tools, '@playwright/test/cli.js'), 'test'], { CHROME_PATH: browser })
  const { stats } = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {}
  return {
    title: 'browser',
    ...counted(code, report, () => [stats.expected, stats.unexpected]),
  }
}

/** Whoever fails without naming a test (a file that does not load, an error outside of any) has failed once. */
function counted(code, report, read) {
  const [passed, failed] = existsSync(report) ? read(JSON.parse(readFileSync(report, 'utf8'))) : [0, 0]
  return { passed, failed: failed || (code === 0 ? 0 : 1) }
}

function run(program, args, env = {}) {
  const path = [join(tools, '.bin'), process.env.PATH].join(delimiter)
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, PATH: path, ...env },
      timeout: patienceMs,
      shell: program === 'npm' && process.platform === 'win32',
    })
    child.on('error', () => resolve(1))
    child.on('exit', (code) => resolve(code ?? 1))
  })
}
