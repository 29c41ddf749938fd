// The scoreboard: how each check last ended, kept as data and written to be read.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Check, Result } from './check.ts'

const docs = join(import.meta.dirname, '../../docs')
const dataFile = join(docs, 'trust-scoreboard.json')
const page = join(docs, 'trust-scoreboard.md')

export interface Kept extends Result {
  /** The day, in UTC. */
  on: string
  long: boolean
}
export type Scores = Record<string, Kept>

export const readScores = (): Scores =>
  existsSync(dataFile) ? (JSON.parse(readFileSync(dataFile, 'utf8')) as Scores) : {}

export interface Sums {
  passed: number
  failed: number
  notRun: number
  of: number
}

export function sumsOf(checks: Check[], scores: Scores): Sums {
  const count = (status: Result['status']) => checks.filter(({ id }) => statusOf(id, scores) === status).length
  return { passed: count('passed'), failed: count('failed'), notRun: count('not run'), of: checks.length }
}

const statusOf = (id: string, scores: Scores) => scores[id]?.status ?? 'not run'

export function writeScores(checks: Check[], scores: Scores): void {
  const sorted = Object.fromEntries(checks.flatMap(({ id }) => (scores[id] === undefined ? [] : [[id, scores[id]]])))
  writeFileSync(dataFile, `${JSON.stringify(sorted, null, 2)}\n`)
  writeFileSync(page, pageOf(checks, scores))
}

export const sentenceOf = ({ passed, failed, notRun, of }: Sums): string =>
  `${passed} of ${of} passed, ${failed} failed, ${notRun} not run`

function pageOf(checks: Check[], scores: Scores): string {
  const row = ({ id, title, gate, anchor, passes, lacks }: Check) => {
    const { status = 'not run', figure = '', on = '', long = false } = scores[id] ?? {}
    const shown = [figure, lacks === undefined ? '' : `not shown: ${lacks}`].filter((text) => text !== '').join('; ')
    const cells = [id, title, String(gate), anchor, passes, status, shown, `${on}${long ? ' (long)' : ''}`]
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
  }
  const gate = (wanted: number) =>
    sentenceOf(
      sumsOf(
        checks.filter((each) => each.gate === wanted),
        scores,
      ),
    )
  return `# The seventy checks

Written by \`npm run trust\`. A check that did not run, or of which a part has nothing that shows it, counts as failed.

**${sentenceOf(sumsOf(checks, scores))}.** Gate 1, before real data goes in: ${gate(1)}. Gate 2, before it is sold: ${gate(2)}.

| | Check | Gate | Anchor | Passes when | Result | Figure | Measured |
|---|---|---|---|---|---|---|---|
${checks.map(row).join('\n')}
`
}
