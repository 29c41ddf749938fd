// Runs the tests and stories that checks name, each file once, and says how each test ended.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding, Named } from './check.ts'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'test-results/trust')

export interface TestRun {
  /** From the root. */
  file: string
  /** With the names of what it stands in. */
  name: string
  ended: 'passed' | 'failed' | 'skipped'
}

export const fileOf = (named: Named): string => named.split(': ', 1)[0] as string

export async function runTests(names: Named[]): Promise<TestRun[]> {
  const files = [...new Set(names.map(fileOf))].toSorted()
  mkdirSync(folder, { recursive: true })
  return [...(await runVitest(files.filter(isTest))), ...(await runStories(files.filter((file) => !isTest(file))))]
}

const isTest = (file: string) => file.endsWith('.test.ts')

/** All that are named have to be there, to have run, and to have passed. */
export function judge(names: Named[], runs: TestRun[]): Finding {
  const counted = new Set<TestRun>()
  for (const named of names) {
    const file = fileOf(named)
    const part = named.slice(file.length + 2)
    const found = runs.filter((run) => run.file === file && run.name.includes(part) && run.ended !== 'skipped')
    if (found.length === 0) return { passed: false, figure: `nothing ran of ${named}` }
    for (const run of found) counted.add(run)
  }
  const failed = [...counted].filter(({ ended }) => ended === 'failed')
  const [first] = failed
  if (first === undefined) return { passed: true, figure: `${counted.size} tests` }
  return { passed: false, figure: `${failed.length} of ${counted.size} tests failed: ${first.name}` }
}

interface VitestReport {
  testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[]
}

async function runVitest(files: string[]): Promise<TestRun[]> {
  if (files.length === 0) return []
  const report = join(folder, `vitest-${process.pid}.json`)
  rmSync(report, { force: true })
  const program = join(root, 'node_modules/vitest/vitest.mjs')
  await run([program, 'run', ...files, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`])
  if (!existsSync(report)) return []
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as VitestReport
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({
      file: name.slice(root.length + 1),
      name: fullName,
      ended: status === 'passed' || status === 'failed' ? status : 'skipped',
    })),
  )
}

interface StorySuite {
  title: string
  file: string
  suites?: StorySuite[]
  specs: { title: string; ok: boolean }[]
}

async function runStories(files: string[]): Promise<TestRun[]> {
  if (files.length === 0) return []
  const report = join(folder, `stories-${process.pid}.json`)
  rmSync(report, { force: true })
  const program = join(root, 'node_modules/@playwright/test/cli.js')
  await run([program, 'test', ...files, '--reporter=json'], { PLAYWRIGHT_JSON_OUTPUT_NAME: report })
  if (!existsSync(report)) return []
  const flat = (suite: StorySuite): TestRun[] => [
    ...suite.specs.map(({ title, ok }) => ({
      file: `tests/journeys/${suite.file}`,
      name: title,
      ended: ok ? ('passed' as const) : ('failed' as const),
    })),
    ...(suite.suites ?? []).flatMap(flat),
  ]
  return (JSON.parse(readFileSync(report, 'utf8')) as { suites: StorySuite[] }).suites.flatMap(flat)
}

async function run(args: string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  await new Promise<void>((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, ...env },
      timeout: 30 * 60_000,
    })
    child.once('error', () => resolve())
    child.once('exit', () => resolve())
  })
}
