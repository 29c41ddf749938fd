// No pattern in the code takes long on 50,000 adversarial characters.
import { parseSync } from 'rolldown/utils'
import { expect, it, vi } from 'vitest'
import { filesUnder } from '../architecture/source-files.ts'

const length = 50_000
const maxMilliseconds = 50

const files = filesUnder(['domain', 'api', 'server'], /\.ts$/).filter(({ path }) => !path.endsWith('.test.ts'))
const found = new Map(files.flatMap(({ path, text }) => patternsIn(path, text).map((each) => [String(each), each])))

/** Every regular expression literal. */
function patternsIn(path: string, text: string): RegExp[] {
  const patterns: RegExp[] = []
  JSON.stringify(parseSync(path, text).program, (_key, node: unknown) => {
    if (node instanceof RegExp) patterns.push(node)
    return typeof node === 'bigint' ? String(node) : node
  })
  return patterns
}

/** Inputs that are hard for patterns: one thing repeated, and at the end something that does not match. */
const repeated =
  'a A 0 . - _ @ / < > " \' \\ [ ( { # * | % & = , : ; + a. a@ a- ab a1 1, 1. .0 <a (( [a](a) &# "" \\\\ é \u0301 😀'
    .split(' ')
    .concat([' ', '\n', '\r\n', '\t', 'a ', 'a\n', ' \n', '- ', '| '])
const ends = ['', '\u0000']

/** CPU time of this process alone: others use the machine too. */
function millisecondsOf(pattern: RegExp, text: string): number {
  const began = process.cpuUsage()
  if (pattern.global) text.replace(pattern, '')
  else pattern.test(text)
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1000
}

/** The fastest of three: the first run also compiles it, and garbage may be collected in between. */
function slowest(pattern: RegExp): { milliseconds: number; on: string } {
  let worst = { milliseconds: 0, on: '' }
  for (const piece of repeated)
    for (const end of ends) {
      const text = piece.repeat(Math.ceil(length / piece.length)).slice(0, length) + end
      // A pattern that is fast on a fifth of the input is fast enough on all of it, even if it is quadratic.
      if (millisecondsOf(pattern, text.slice(-length / 5)) < 1) continue
      let milliseconds = Infinity
      for (let i = 0; i < 3 && milliseconds > maxMilliseconds; i++)
        milliseconds = Math.min(milliseconds, millisecondsOf(pattern, text))
      if (milliseconds > worst.milliseconds) worst = { milliseconds, on: `${JSON.stringify(piece)} and ${end}` }
      if (milliseconds > maxMilliseconds) return worst
    }
  return worst
}

const tooSlow = (patterns: RegExp[]) =>
  patterns.flatMap((pattern) => {
    const { milliseconds, on } = slowest(pattern)
    return milliseconds > maxMilliseconds ? [`${String(pattern)}: ${Math.round(milliseconds)} ms on ${on}`] : []
  })

it(`E6: no pattern takes ${maxMilliseconds} ms over ${length} characters`, { timeout: 300_000 }, () => {
  expect(found.size).toBeGreaterThan(200)
  expect(tooSlow([...found.values()])).toEqual([])
})

it('E6: neither does a pattern that the assistant builds', { timeout: 300_000 }, async () => {
  const made: RegExp[] = []
  vi.stubGlobal(
    'RegExp',
    new Proxy(RegExp, {
      construct: (of, args: [string, string]) => (made.push(new of(...args)), made.at(-1) as RegExp),
    }),
  )
  // It builds them when it is loaded, and an earlier file may have loaded it.
  vi.resetModules()
  await import('../../server/hr-assistant/search/scope.ts')
  vi.unstubAllGlobals()
  expect(made.length).toBeGreaterThanOrEqual(8)
  expect(tooSlow(made)).toEqual([])
})

it('E6: detects a slow pattern', () => {
  const [pattern] = patternsIn('a.ts', String.raw`const bare = (text: string) => text.replace(/\.?0+$/, '')`)
  expect(millisecondsOf(pattern as RegExp, `${'0'.repeat(length / 2)}x`)).toBeGreaterThan(maxMilliseconds)
})
