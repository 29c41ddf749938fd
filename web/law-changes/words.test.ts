import { describe, expect, it } from 'vitest'
import type { LawChange } from '../../domain/law-change.ts'
import {
  affectedWords,
  assignmentFrom,
  calendarOf,
  dateWords,
  messageFrom,
  sectionsOf,
  sourceDate,
  yearsOf,
} from './words.ts'

const change = {
  title: 'Minimum wage $13.75',
  date: '2027-01-01',
  precision: 'day',
  status: 'upcoming',
  what: 'It rises.',
  task: { title: 'Raise every rate', description: 'Please list the rates.' },
  policies: [
    { slug: 'wage-hour', anchor: 'minimum-wage-in-virginia', title: 'Wage and Hour', heading: 'Minimum wage' },
  ],
} as unknown as LawChange

describe('a change of the law', () => {
  it('says when it holds, and how old its source is', () => {
    expect(dateWords(change)).toBe('From January 1, 2027')
    expect(dateWords({ ...change, status: 'in-force' })).toBe('Since January 1, 2027')
    expect(['2026-06-04', '2026-06', '2026'].map(sourceDate)).toEqual(['June 4, 2026', 'June 2026', '2026'])
  })

  it('becomes an assignment that is due on its day, unless that has passed', () => {
    expect(assignmentFrom(change)).toEqual({
      title: 'Raise every rate',
      description: 'Please list the rates.',
      dueDate: '2027-01-01',
    })
    expect(assignmentFrom({ ...change, status: 'in-force' }).dueDate).toBe('')
  })

  it('becomes a message that says what, when, what to do, and its legal status', () => {
    expect(messageFrom(change, 'https://hr.example')).toBe(
      'Minimum wage $13.75 (from January 1, 2027)\n\nIt rises.\n\nPlease list the rates.\n\nWage and Hour, “Minimum wage”: https://hr.example/hr-policies/wage-hour#minimum-wage-in-virginia',
    )
  })
})

describe('the calendar', () => {
  const yearOnly = { ...change, date: '2027-01-01', precision: 'year' } as LawChange

  it('shows each change in its month, and apart where only the year is known', () => {
    const { months, wholeYear } = calendarOf([change, yearOnly, { ...change, date: '2028-01-01' }], 2027)
    expect(months[0]?.changes).toEqual([change])
    expect(months.slice(1).every(({ changes }) => changes.length === 0)).toBe(true)
    expect(wholeYear).toEqual([yearOnly])
    expect(dateWords(yearOnly)).toBe('From 2027')
    expect(yearsOf([{ ...change, date: '2028-01-01' }, change])).toEqual([2027, 2028])
  })
})

describe('the list', () => {
  it('has the upcoming changes first, then those in force by year, without empty sections', () => {
    const inForce = (date: string) => ({ ...change, date, status: 'in-force' }) as LawChange
    const listed = [inForce('2024-07-01'), change, inForce('2026-01-01'), inForce('2026-07-01')]
    expect(sectionsOf(listed).map(({ title, changes }) => [title, changes.map(({ date }) => date)])).toEqual([
      ['Upcoming', ['2027-01-01']],
      ['In force since 2026', ['2026-01-01', '2026-07-01']],
      ['In force since 2024', ['2024-07-01']],
    ])
    expect(sectionsOf([inForce('2024-07-01')]).map(({ id }) => id)).toEqual(['in-force-2024'])
  })
})

describe('the clients that a change concerns', () => {
  it.each([
    [0, 0, 'Applies to none of your clients'],
    [1, 0, 'Applies to 1 client'],
    [12, 3, 'Applies to 12 clients; may apply to 3 more'],
    [0, 3, 'May apply to 3 clients'],
  ])('are %i, and perhaps %i', (applies, mayApply, words) => {
    expect(affectedWords({ applies, mayApply })).toBe(words)
  })
})
