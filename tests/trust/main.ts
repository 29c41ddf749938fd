// npm run trust: runs the checks that are named, or all, prints a line for each, and brings the scoreboard up to date.
import { Missing, type Check, type Finding, type Result } from './check.ts'
import { endChildren, inTime } from './bounds.ts'
import { checks } from './checks.ts'
import { judge, runTests, type TestRun } from './named-tests.ts'
import { readScores, sentenceOf, sumsOf, writeScores, type Scores } from './scoreboard.ts'

const given = process.argv.slice(2)
const long = given.includes('--long')
const wanted = given.filter((each) => each !== '--long').map((each) => each.toUpperCase())
const unknown = wanted.filter((each) => !checks.some(({ id }) => id === each))

if (unknown.length > 0) {
  process.stderr.write(`There is no check ${unknown.join(', ')}; there are ${checks.map(({ id }) => id).join(', ')}.\n`)
  process.exitCode = 1
} else await runAll(wanted.length === 0 ? checks : checks.filter(({ id }) => wanted.includes(id)))

async function runAll(chosen: Check[]) {
  const runs = await runTests(chosen.flatMap(({ tests = [] }) => tests))
  // What is named is brought up to date; what is not keeps its last result, with its day.
  let scores: Scores = {}
  if (chosen.length === checks.length) writeScores(checks, scores)
  for (const check of chosen) {
    const result = await runOne(check, runs)
    scores = { ...readScores(), [check.id]: { ...result, on: new Date().toISOString().slice(0, 10), long } }
    const mark = { passed: '✓', failed: '✗', 'not run': '–' }[result.status]
    const lacks = check.lacks === undefined ? '' : `; not shown: ${check.lacks}`
    process.stdout.write(`${mark} ${check.id} ${check.title}: ${result.status}. ${result.figure}${lacks}\n`)
    writeScores(checks, scores)
  }
  const left = await endChildren()
  if (left > 0) process.stdout.write(`${left} processes were left behind, and were ended.\n`)
  const sums = sumsOf(chosen, scores)
  process.stdout.write(`\n${sentenceOf(sums)}\n`)
  process.exit(sums.passed < sums.of || left > 0 ? 1 : 0)
}

async function runOne(check: Check, runs: TestRun[]): Promise<Result> {
  const began = performance.now()
  const result = await findingsOf(check, runs).then(
    (findings) => summed(findings, check),
    (error: unknown): Pick<Result, 'status' | 'figure'> =>
      error instanceof Missing
        ? { status: 'not run', figure: error.message }
        : { status: 'failed', figure: error instanceof Error ? oneLine(error.message) : String(error) },
  )
  return { ...result, seconds: Math.round((performance.now() - began) / 100) / 10 }
}

async function findingsOf({ tests = [], probes = [] }: Check, runs: TestRun[]): Promise<Finding[]> {
  const findings: Finding[] = tests.length === 0 ? [] : [judge(tests, runs)]
  for (const probe of probes) findings.push(await inTime(probe({ long }), long))
  return findings
}

function summed(findings: Finding[], { lacks }: Check): Pick<Result, 'status' | 'figure'> {
  const figure = findings.map((each) => oneLine(each.figure)).join('; ')
  if (findings.some(({ passed }) => !passed)) return { status: 'failed', figure }
  return { status: findings.length === 0 || lacks !== undefined ? 'not run' : 'passed', figure }
}

function oneLine(text: string) {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, 300)
}
