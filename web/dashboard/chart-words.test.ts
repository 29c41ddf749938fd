import { expect, it } from 'vitest'
import {
  countInShort,
  hasNoMoney,
  moneyInShort,
  moneySentence,
  monthLabel,
  monthName,
  requestsSentence,
  weekName,
} from './chart-words.ts'

const now = new Date('2026-11-21T15:00:00Z')
const week = (day: string, received: number, answeredInTime: number) => ({ week: day, received, answeredInTime })

it('says how many requests came and were taken up in time', () => {
  const weeks = [week('2026-11-02', 16, 14), week('2026-11-09', 9, 9), week('2026-11-16', 1_200, 2)]
  expect(requestsSentence(weeks, now)).toBe(
    '1,225 requests in 3 weeks, 25 of them accepted within 24 hours. The busiest week was Nov 16, with 1,200. This week: 1,200 so far.',
  )
  expect(requestsSentence([week('2026-11-16', 0, 0)], now)).toBe('No requests in the last 1 weeks.')
})

it('says what was billed and collected, and what is overdue', () => {
  const months = [
    { month: '2026-10-01', billed: 3_150_000, collected: 0, overdue: 5 },
    { month: '2026-11-01', billed: 50, collected: 1_000_000, overdue: 2_150_050 },
  ]
  expect(moneySentence(months)).toBe(
    'Last 2 months: $31,500.50 billed and $10,000.00 collected. $21,500.50 is overdue today.',
  )
  expect(hasNoMoney(months)).toBe(false)
  expect(hasNoMoney([{ month: '2026-11-01', billed: 0, collected: 0, overdue: 0 }])).toBe(true)
})

it('names weeks and months by the calendar, whatever the clock of the reader', () => {
  expect([weekName('2026-11-16', now), weekName('2025-12-29', now)]).toEqual(['Week of Nov 16', 'Week of Dec 29, 2025'])
  expect([monthName('2025-12-01'), monthLabel('2026-03-01')]).toEqual(['Dec 2025', 'Mar'])
})

it.each([
  [0, '$0'],
  [3_150_000, '$31.5K'],
  [500_000_000, '$5M'],
])('writes %i cents short as %s', (cents, words) => expect(moneyInShort(cents)).toBe(words))

it('writes counts short', () => expect([countInShort(16), countInShort(1_200)]).toEqual(['16', '1.2K']))
