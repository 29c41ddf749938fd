import { describe, expect, it } from 'vitest'
import { nextDueDate, type Recurrence, TaskInput } from './task.ts'

const next = (recurrence: Recurrence, dueDate: string, today: string, seriesDate = dueDate) =>
  nextDueDate({ dueDate, seriesDate, recurrence }, today)

describe('the next due date of a task that repeats', () => {
  it.each([
    ['a week later, when done on time', 'weekly', '2026-11-02', '2026-11-02', '2026-11-09'],
    ['a week later, when done early', 'weekly', '2026-11-09', '2026-11-02', '2026-11-16'],
    ['today, when done exactly a week late', 'weekly', '2026-11-02', '2026-11-09', '2026-11-09'],
    ['never in the past, when several were missed', 'weekly', '2026-11-02', '2026-11-25', '2026-11-30'],
    ['a month later', 'monthly', '2026-11-15', '2026-11-14', '2026-12-15'],
    ['the last day of a shorter month', 'monthly', '2027-01-31', '2027-01-31', '2027-02-28'],
    ['a year later, also from February 29', 'yearly', '2028-02-29', '2028-02-29', '2029-02-28'],
  ] as const)('is %s', (_what, recurrence, dueDate, today, expected) => {
    expect(next(recurrence, dueDate, today)).toBe(expected)
  })

  it('returns to the 31st after a shorter month', () => {
    expect(next('monthly', '2027-02-28', '2027-02-28', '2027-01-31')).toBe('2027-03-31')
  })
})

describe('the input of a task', () => {
  it('needs a due date only if the task repeats', () => {
    expect(TaskInput.safeParse({ title: 'Call' }).success).toBe(true)
    expect(TaskInput.safeParse({ title: 'Call', recurrence: 'weekly' }).success).toBe(false)
    expect(TaskInput.safeParse({ title: 'Call', recurrence: 'weekly', dueDate: '2026-11-02' }).success).toBe(true)
  })
})
