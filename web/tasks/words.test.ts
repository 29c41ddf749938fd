import { describe, expect, it } from 'vitest'
import type { TaskView } from '../../domain/task.ts'
import { byDayOfWeek, dueWords, isLate, progressOf } from './words.ts'

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
