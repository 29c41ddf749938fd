import { describe, expect, it } from 'vitest'
import { exactHeadCount } from '../../../domain/audience.ts'
import { applicability, employerIn } from './employer.ts'

const unknown = { headCount: null, sector: null }

describe('the size of the employer in a question', () => {
  it.each([
    ['We have 12 employees. Do we have to give paid sick leave?', 12],
    ['We have 1,200 employees. Do we need a handbook?', 1200],
    ['One worker asked about leave. We are 30 people.', 30],
    ['There are 15 of us. Do we keep injury records?', 15],
    ['We’re a firm of twelve people', 12],
    ['somos 8 y una empleada pide licencia', 8],
    ['Does FMLA apply to my business with 40 employees?', 40],
    ['We have 12 workers, 3 of them part-time.', 12],
    ['Must we pay 12 hours of overtime?', null],
  ])('%s', (question, expected) =>
    expect(employerIn(question, unknown).headCount).toEqual(expected === null ? null : exactHeadCount(expected)),
  )

  it('comes from the folder if the question has none', () => {
    const folder = { headCount: exactHeadCount(7), sector: null }
    expect(employerIn('Is sick leave paid?', folder).headCount).toEqual(exactHeadCount(7))
    expect(employerIn('We have 9 staff', folder).headCount).toEqual(exactHeadCount(9))
  })
})

describe('a law that starts later for smaller employers', () => {
  const starts = [
    { from: 50, on: '2027-07-01' },
    { from: 25, on: '2028-01-01' },
  ]
  const startFor = (from: number, to: number | null = from) =>
    applicability({ starts }, { headCount: { from, to }, sector: null })

  it('names the day for this size', () => {
    expect(startFor(50)).toBe('With 50 employees, this applies to you from July 1, 2027.')
    expect(startFor(49)).toBe('With 49 employees, this applies to you from January 1, 2028.')
    expect(startFor(11, 24)).toBeNull()
    expect(startFor(24)).toBeNull()
  })

  it('names both days if the size range has two', () =>
    expect(startFor(25, 99)).toBe(
      'With 25 to 99 employees, this applies to you from July 1, 2027 at the earliest, and from January 1, 2028 at the latest.',
    ))

  it('says nothing if the size is unknown', () =>
    expect(applicability({ starts }, { headCount: null, sector: null })).toBeNull())
})
