import { describe, expect, it } from 'vitest'
import type { TaskView } from '../../domain/task.ts'
import { byDayOfWeek, daysFrom, dueWords, isLate, progressOf, withoutEmpty } from './words.ts'

const due = (dueDate: string | null) => ({ dueDate, status: 'to-do' as const }) as TaskView
const now = new Date('2026-11-27T15:00:00Z')

describe('a task in words', () => {
  it('is late after its day, unless it is done', () => {
    expect(isLate(due('2026-11-26'), now)).toBe(true)
    expect(isLate(due('2026-11-27'), now)).toBe(false)
    expect(isLate({ dueDate: '2026-11-26', status: 'done' }, now)).toBe(false)
    expect(isLate(due(null), now)).toBe(false)
  })

  it('says when it is due', () => {
    expect(dueWords(due(null), now)).toBe('No due date')
    expect(dueWords(due('2026-11-30'), now)).toContain('Nov 30')
    const done = { dueDate: '2026-11-30', status: 'done' as const, completedAt: '2026-11-25T15:00:00Z' }
    expect(dueWords(done, now)).toBe('Done Nov 25')
  })

  it('counts its checklist', () => {
    const item = (isDone: boolean) => ({ id: 'x', text: 'x', isDone })
    expect(progressOf({ checklist: [] })).toBe('')
    expect(progressOf({ checklist: [item(true), item(false)] })).toBe('1 of 2')
  })
})

it('groups the tasks of a week by day, with those due earlier apart', () => {
  const [earlier, monday, none] = [due('2026-11-20'), due('2026-11-23'), due(null)]
  const week = byDayOfWeek([earlier, monday, none], ['2026-11-23', '2026-11-24'])
  expect(week).toEqual({
    earlier: [earlier],
    days: [
      { day: '2026-11-23', tasks: [monday] },
      { day: '2026-11-24', tasks: [] },
    ],
  })
})

it('shows today and the days to come, and the coming week on a weekend', () => {
  expect(daysFrom('2026-11-23', '2026-11-27')).toHaveLength(7)
  const days = daysFrom('2026-11-23', '2026-11-28')
  expect(days.at(-1)).toBe('2026-12-06')
  const { days: planned } = byDayOfWeek([due('2026-11-24'), due('2026-12-01')], days)
  expect(withoutEmpty(planned, '2026-11-28').map(({ days: shown }) => shown.map((day) => day.slice(5)))).toEqual([
    ['11-24'],
    ['11-28'],
    ['11-29', '11-30'],
    ['12-01'],
    ['12-02', '12-03', '12-04', '12-05', '12-06'],
  ])
})
