// No pattern of the code takes long over 50,000 characters that were chosen to keep it busy.
import { parseSync } from 'rolldown/utils'
import { expect, it, vi } from 'vitest'
import { filesUnder } from '../guards/house.ts'

const length = 50_000
const mostMilliseconds = 50

const files = filesUnder(['domain', 'api', 'server'], /\.ts$/).filter(({ path }) => !path.endsWith('.test.ts'))
const found = new Map(files.flatMap(({ path, text }) => patternsIn(path, text).map((each) => [String(each), each])))

/** Every pattern that is written as one. */
function patternsIn(path: string, text: string): RegExp[] {
  const patterns: RegExp[] = []
  JSON.stringify(parseSync(path, text).program, (_key, node: unknown) => {
    if (node instanceof RegExp) patterns.push(node)
    return typeof node === 'bigint' ? String(node) : node
  })
  return patterns
}

/** What patterns stumble over: one thing over and over, and at the end something that does not fit. */
const repeated =
  'a A 0 . - _ @ / < > " \' \\ [ ( { # * | % & = , : ; + a. a@ a- ab a1 1, 1. .0 <a (( [a](a) &# "" \\\\ é \u0301 😀'
    .split(' ')
    .concat([' ', '\n', '\r\n', '\t', 'a ', 'a\n', ' \n', '- ', '| '])
const ends = ['', '\u0000']

/** In the time of this process alone: others use the machine too. */
function millisecondsOf(pattern: RegExp, text: string): number {
  const began = process.cpuUsage()
  if (pattern.global) text.replace(pattern, '')
  else pattern.test(text)
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1000
}

/** The quickest of three: the first time it is also made ready, and memory may be cleared meanwhile. */
function slowest(pattern: RegExp): { milliseconds: number; on: string } {
  let worst = { milliseconds: 0, on: '' }
  for (const piece of repeated)
    for (const end of ends) {
      const text = piece.repeat(Math.ceil(length / piece.length)).slice(0, length) + end
      // Whoever is quick with a fifth of it, be it by the square, is quick enough with all of it.
      if (millisecondsOf(pattern, text.slice(-length / 5)) < 1) continue
      let milliseconds = Infinity
      for (let i = 0; i < 3 && milliseconds > mostMilliseconds; i++)
        milliseconds = Math.min(milliseconds, millisecondsOf(pattern, text))
      if (milliseconds > worst.milliseconds) worst = { milliseconds, on: `${JSON.stringify(piece)} and ${end}` }
      if (milliseconds > mostMilliseconds) return worst
    }
  return worst
}

const tooSlow = (patterns: RegExp[]) =>
  patterns.flatMap((pattern) => {
    const { milliseconds, on } = slowest(pattern)
    return milliseconds > mostMilliseconds ? [`${String(pattern)}: ${Math.round(milliseconds)} ms on ${on}`] : []
  })

it(`E6: no pattern takes ${mostMilliseconds} ms over ${length} characters`, { timeout: 300_000 }, () => {
  expect(found.size).toBeGreaterThan(200)
  expect(tooSlow([...found.values()])).toEqual([])
})

it('E6: neither does one that the assistant puts together', { timeout: 300_000 }, async () => {
  const made: RegExp[] = []
  vi.stubGlobal(
    'RegExp',
    new Proxy(RegExp, {
      construct: (of, args: [string, string]) => (made.push(new of(...args)), made.at(-1) as RegExp),
    }),
  )
  // It puts them together once, as it is loaded, and a file before this one may have loaded it.
  vi.resetModules()
  await import('../../server/hr-assistant/search/scope.ts')
  vi.unstubAllGlobals()
  expect(made.length).toBeGreaterThanOrEqual(8)
  expect(tooSlow(made)).toEqual([])
})

it('E6: a pattern that takes long would be seen', () => {
  const [pattern] = patternsIn('a.ts', String.raw`const bare = (text: string) => text.replace(/\.?0+$/, '')`)
  expect(millisecondsOf(pattern as RegExp, `${'0'.repeat(length / 2)}x`)).toBeGreaterThan(mostMilliseconds)
})
