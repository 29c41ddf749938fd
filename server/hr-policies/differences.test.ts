import { expect, it } from 'vitest'
import { cpuTimeOf } from '../../tests/cpu-time.ts'
import { sectionsOf } from './markdown.ts'
import { differencesBetween } from './differences.ts'

const text = (word: string, paragraphs: number) =>
  sectionsOf({ content: ['## Leave', ...Array.from({ length: paragraphs }, (_, i) => `${word} ${i}.`)].join('\n\n') })

it('compares two long texts that share only a heading without blocking other requests', () => {
  const [before, after] = [text('Old', 4000), text('New', 4000)]
  // A full paragraph-by-paragraph comparison would take many seconds.
  expect(cpuTimeOf(() => differencesBetween(before, after), 1)).toBeLessThan(1000)
  const parts = differencesBetween(before, after)
  const texts = (kind: string) => parts.filter((part) => part.kind === kind).map((part) => part.text)
  expect([texts('removed').at(-1), texts('added').at(-1)]).toEqual(['Old 3999.', 'New 3999.'])
  expect([...texts('same'), ...texts('removed')]).toEqual(['Leave', ...texts('removed')])
  expect(texts('removed')).toHaveLength(4000)
})

it('compares a long text with few changes paragraph by paragraph', () => {
  const [before, after] = [text('Same', 4000), text('Same', 4010)]
  const parts = differencesBetween(before, after)
  expect(parts.filter(({ kind }) => kind !== 'same').map((part) => [part.kind, part.text])).toEqual(
    Array.from({ length: 10 }, (_, i) => ['added', `Same ${4000 + i}.`]),
  )
})
