import { expect, it } from 'vitest'
import { planWords, repeatsWords } from './words.ts'

it.each([
  [1, 1, 'Every month on the 1st'],
  [3, 2, 'Every 3 months on the 2nd'],
  [12, 13, 'Every year on the 13th'],
  [5, 23, 'Every 5 months on the 23rd'],
])('says that an invoice repeats after %i months on day %i', (everyMonths, dayOfMonth, words) => {
  expect(repeatsWords({ everyMonths, dayOfMonth })).toBe(words)
})

it('says in sentences what a plan does', () => {
  const plan = {
    everyMonths: 1,
    dayOfMonth: 1,
    sends: false,
    status: 'active',
    nextOn: '2027-01-01',
    endsOn: '2027-12-31',
    dueDays: 15,
  } as const
  expect(planWords(plan)).toBe(
    'Creates a draft every month on the 1st. Next: Jan 1, 2027. Ends Dec 31, 2027. Due after 15 days.',
  )
  expect(planWords({ ...plan, sends: true, status: 'paused', endsOn: null, dueDays: null })).toBe(
    'Sends an invoice every month on the 1st.',
  )
})
