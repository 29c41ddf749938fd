import { expect, it } from 'vitest'
import { changeWords, hasNoProposals, moneyWords, pipelineWords, replyWords, shareInTime } from './words.ts'

it('says each report in a sentence', () => {
  expect(
    replyWords(
      [
        { inTime: 3, late: 1 },
        { inTime: 0, late: 0 },
      ],
      'Sam Carter',
    ),
  ).toBe('Sam Carter accepted 4 requests, 3 of them within 24 hours.')
  expect(replyWords([{ inTime: 1, late: 0 }], null)).toBe('The team accepted 1 request, 1 of them within 24 hours.')
  const month = { month: '2026-01-01', sent: 1, sentValue: 100, won: 2, wonValue: 200, lost: 0, lostValue: 0 }
  expect(pipelineWords({ months: [month] })).toBe('1 proposal sent, totaling $1.00. Won: 2 ($2.00). Lost: 0 ($0.00).')
  expect(
    moneyWords({
      months: [
        {
          month: '2026-01-01',
          billed: 5,
          collected: 0,
          credited: 0,
          salesTax: 0,
          billedYearBefore: 9,
          collectedYearBefore: 0,
        },
      ],
    }),
  ).toBe('$0.05 billed and $0.00 collected.')
  expect(hasNoProposals({ months: [month] })).toBe(false)
})

it('never rounds a share up to all', () => {
  expect([shareInTime(999, 1), shareInTime(1, 0), shareInTime(0, 0)]).toEqual(['99%', '100%', '–'])
})

it('says how much more or less was billed than a year earlier', () => {
  expect(changeWords(112, 100)).toBe('+12%')
  expect(changeWords(0, 100)).toBe('−100%')
  expect(changeWords(999, 1_000)).toBe('0%')
  expect(changeWords(2_000, 100)).toBe('+1,900%')
  expect(changeWords(500, 0)).toBe('–')
})
