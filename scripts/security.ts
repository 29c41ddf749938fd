// npm run security [-- A1 B3]: runs the tests whose titles begin with the number of a security check ("H8: …"), with
// full counts, and updates the results in docs/security-checks.md. That page is the list of the checks; checks that
// were not run keep their result. Files that start processes run one after the other, each with its failures printed
// when it ends, because all of them together take hours.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './built.mjs'
import { findBrowser } from './browser.ts'
import { root } from './install.mjs'

interface Run {
  ids: string[]
  name: string
  status: 'passed' | 'failed' | 'skipped'
  measured: string | undefined
}

const page = join(root, 'docs/security-checks.md')
const results = join(root, 'test-results')
const row = /^\| ([A-J]\d+) \|.*\|$/gm
/** At the beginning of the title of a test or of its group. */
const tag = /^((?:[A-J]\d+, )*[A-J]\d+): /

const known = [...readFileSync(page, 'utf8').matchAll(row)].map(([, id = '']) => id)
const usage = `Usage: npm run security -- [CHECK...]
Runs all security checks, or only those named, and updates docs/security-checks.md.
  CHECK  ${known.join(', ')}`
if (process.argv.includes('--help')) {
  process.stdout.write(`${usage}\n`)
  process.exit(0)
}
const given = process.argv.slice(2).map((each) => each.toUpperCase())
const unknown = given.filter((each) => !known.includes(each))
if (unknown.length > 0) {
  process.stderr.write(`Error: unknown check ${unknown.join(', ')}.\n\n${usage}\n`)
  process.exit(2)
}
const wanted = given.length > 0 ? given : known
const pattern = `(?:[A-J]\\d+, )*(?:${wanted.join('|')})(?:, [A-J]\\d+)*: `

ensureBuilt(process.execPath)
mkdirSync(results, { recursive: true })
const runs = [...runVitest(), ...runBrowserTests(await findBrowser())]
writeFileSync(
  page,
  readFileSync(page, 'utf8').replaceAll(row, (line, id: string) => (wanted.includes(id) ? scored(line, id) : line)),
)
const lines = [...readFileSync(page, 'utf8').matchAll(row)].map(([line]) => cellsOf(line))
const count = (status: string) => lines.filter((cells) => cells[5] === status).length
const sums = `${count('passed')} of ${lines.length} passed, ${count('failed')} failed, ${count('not run')} not run`
writeFileSync(page, readFileSync(page, 'utf8').replace(/^\*\*.*\*\*$/m, `**${sums}.**`))
for (const cells of lines.filter(([id = '']) => wanted.includes(id)))
  process.stdout.write(`${cells[5] === 'passed' ? '✓' : '✗'} ${cells[0]} ${cells[1]}: ${cells[5]}. ${cells[6]}\n`)
if (lines.some(([id = '', , , , , status]) => wanted.includes(id) && status !== 'passed')) {
  process.stderr.write(`\nError: not every check passed: ${sums}.\n`)
  process.exitCode = 1
} else process.stdout.write(`\nDone: ${sums}.\n`)

function cellsOf(line: string): string[] {
  return line.slice(2, -2).split(' | ')
}

/** A check passes when all its tests ran and passed. */
function scored(line: string, id: string): string {
  const own = runs.filter(({ ids }) => ids.includes(id))
  const failed = own.filter(({ status }) => status === 'failed')
  const skipped = own.filter(({ status }) => status === 'skipped')
  const passed = own.length - failed.length - skipped.length
  const status = failed.length > 0 ? 'failed' : passed === 0 || skipped.length > 0 ? 'not run' : 'passed'
  const figures = [
    `${passed} tests`,
    ...failed.map(({ name }) => `failed: ${name}`),
    ...skipped.map(({ name }) => `not run: ${name}`),
    ...own.flatMap(({ measured = [] }) => measured),
  ]
  const figure = figures.join('; ').replaceAll('|', '\\|').slice(0, 600)
  return `| ${[...cellsOf(line).slice(0, 5), status, figure, new Date().toISOString().slice(0, 10)].join(' | ')} |`
}

function idsIn(titles: string[]): string[] {
  return titles.flatMap((title) => tag.exec(title)?.[1]?.split(', ') ?? [])
}

/** Only files in which a title begins with one of the numbers. */
function filesWith(pattern: string, folders: string): string[] {
  const title = new RegExp(`['"\`]${pattern}`)
  return globSync(folders, { cwd: root }).filter((file) => title.test(readFileSync(join(root, file), 'utf8')))
}

function runVitest(): Run[] {
  const files = filesWith(pattern, '{api,content,domain,server,tests,web}/**/*.test.{ts,tsx}')
  const inProcesses = (file: string) => /^tests.(instances|security.processes)./.test(file)
  const groups = [files.filter((file) => !inProcesses(file)), ...files.filter(inProcesses).map((file) => [file])]
  return groups.filter((group) => group.length > 0).flatMap(runVitestOn)
}

function runVitestOn(files: string[]): Run[] {
  const report = join(results, 'security.json')
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, '-t', `(^| )${pattern}`]
  interface Report {
    testResults: {
      assertionResults: { ancestorTitles: string[]; title: string; status: string; meta: { measured?: string } }[]
    }[]
  }
  const { testResults } = reportOf<Report>(report, files, ['vitest/vitest.mjs', ...args, ...files])
  return testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status, meta }) => ({
      ids: idsIn([...ancestorTitles, title]),
      name: [...ancestorTitles, title].join(' '),
      status: status === 'passed' || status === 'failed' ? status : 'skipped',
      measured: meta.measured,
    })),
  )
}

interface Suite {
  suites?: Suite[]
  title: string
  specs: { title: string; ok: boolean; tests: { status: string }[] }[]
}

function runBrowserTests(browser: string): Run[] {
  const files = filesWith(pattern, 'tests/e2e/*.spec.ts')
  const report = join(results, 'security-browser.json')
  const env = { CHROME_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: report }
  const args = ['@playwright/test/cli.js', 'test', ...files, '--reporter=line,json', '--grep', pattern]
  const runsOf = (suite: Suite): Run[] => [
    ...suite.specs.map(({ title, ok, tests }): Run => {
      const status = tests.every((each) => each.status === 'skipped') ? 'skipped' : ok ? 'passed' : 'failed'
      return { ids: idsIn([suite.title, title]), name: title, status, measured: undefined }
    }),
    ...(suite.suites ?? []).flatMap(runsOf),
  ]
  return reportOf<{ suites?: Suite[] }>(report, files, args, env).suites?.flatMap(runsOf) ?? []
}

function reportOf<Report>(report: string, files: string[], [program = '', ...args]: string[], env = {}): Report {
  rmSync(report, { force: true })
  if (files.length === 0) return { testResults: [] } as Report
  const all = { ...process.env, ...env, SECURITY_FULL: '1' }
  spawnSync(process.execPath, [join(root, 'node_modules', program), ...args], { cwd: root, stdio: 'inherit', env: all })
  if (!existsSync(report)) throw new Error('The tests did not run.')
  return JSON.parse(readFileSync(report, 'utf8')) as Report
}
