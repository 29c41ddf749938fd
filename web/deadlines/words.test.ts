import { describe, expect, it } from 'vitest'
import type { DeadlineView } from '../../domain/deadline.ts'
import { byUrgency, completionOf, urgencyOf } from './words.ts'

const on = (dueDate: string, status: 'open' | 'completed' = 'open') => ({ dueDate, status }) as DeadlineView

describe('the board of deadlines', () => {
  it.each([
    ['2026-11-21', 'overdue'],
    ['2026-11-22', 'soon'],
    ['2026-12-22', 'soon'],
    ['2026-12-23', 'later'],
  ] as const)('shows a deadline of %s as %s on November 22, 2026', (dueDate, urgency) => {
    expect(urgencyOf(on(dueDate), '2026-11-22')).toBe(urgency)
  })

  it('shows overdue ones first and completed ones last, and leaves out what is empty', () => {
    const board = byUrgency([on('2026-11-01', 'completed'), on('2027-06-01'), on('2026-11-20')], '2026-11-22')
    expect(board.map(({ urgency }) => urgency)).toEqual(['overdue', 'later', 'completed'])
  })
})

describe('a completed deadline', () => {
  it.each([
    ['2026-11-30', 'Completed Nov 30, 2026'],
    ['2026-12-01', 'Completed Dec 1, 2026'],
    ['2026-12-02', 'Completed Dec 2, 2026, 1 day late'],
    ['2026-12-04', 'Completed Dec 4, 2026, 3 days late'],
    ['2029-12-01', 'Completed Dec 1, 2029, 1,096 days late'],
  ])('that was due on December 1, 2026 and completed on %s reads “%s”', (completedOn, words) => {
    expect(completionOf(completedOn, '2026-12-01')).toBe(words)
  })
})
