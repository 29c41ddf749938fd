import { expect, it } from 'vitest'
import { dueWords, historyWords, inOrder, isLate } from './words.ts'

const now = new Date('2026-03-11T15:00:00Z')

it.each([
  [{ dueDate: null, status: 'pending' }, 'No due date', false],
  [{ dueDate: '2026-03-14', status: 'pending' }, 'Due Mar 14, in 3 days', false],
  [{ dueDate: '2026-03-10', status: 'in-progress' }, 'Due Mar 10, yesterday', true],
  [{ dueDate: '2026-03-10', status: 'completed' }, 'Due Mar 10', false],
] as const)('%o reads "%s"', (assignment, words, late) => {
  expect(dueWords(assignment, now)).toBe(words)
  expect(isLate(assignment, now)).toBe(late)
})

it('going back to work after it was done is called a reopening', () => {
  const event = (action: string) => ({ at: '2026-03-01T00:00:00Z', action, actorName: null })
  const started = event('assignment.in-progress')
  expect(historyWords(started, [event('assignment.created')])).toBe('Started')
  expect(historyWords(started, [event('assignment.created'), event('assignment.completed')])).toBe('Reopened')
})

it('lists open assignments first, those due soonest at the top', () => {
  const listed = [
    { dueDate: '2026-03-01', status: 'completed' },
    { dueDate: null, status: 'pending' },
    { dueDate: '2026-03-20', status: 'in-progress' },
    { dueDate: '2026-03-12', status: 'pending' },
  ] as const
  expect(inOrder(listed).map(({ dueDate }) => dueDate)).toEqual(['2026-03-12', '2026-03-20', null, '2026-03-01'])
})
