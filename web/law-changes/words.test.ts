import { describe, expect, it } from 'vitest'
import type { LawChange } from '../../domain/law-change.ts'
import { assignmentFrom, dateWords, messageFrom, sourceDate } from './words.ts'

const change = {
  title: 'Minimum wage $13.75',
  date: '2027-01-01',
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

  it('becomes a message that says what, when, what to do and where it stands', () => {
    expect(messageFrom(change, 'https://hr.example')).toBe(
      'Minimum wage $13.75 (from January 1, 2027)\n\nIt rises.\n\nPlease list the rates.\n\nWage and Hour, “Minimum wage”: https://hr.example/hr-policies/wage-hour#minimum-wage-in-virginia',
    )
  })
})
