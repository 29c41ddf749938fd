import { describe, expect, it } from 'vitest'
import { dueWords, finishedWords, progressWords, statusOf, typeWords } from './words.ts'

const now = new Date('2026-03-12T15:00:00Z')
const returnedAt = '2026-03-11T15:00:00.000Z'

describe('the status of a document request', () => {
  it.each([
    ['pending', null, null, 'Pending', 'warn'],
    ['pending', '2026-03-12', null, 'Pending', 'warn'],
    ['pending', '2026-03-11', null, 'Late', 'danger'],
    ['pending', '2026-03-14', returnedAt, 'Sent back', 'warn'],
    ['pending', '2026-03-11', returnedAt, 'Sent back, late', 'danger'],
    ['submitted', '2026-03-11', returnedAt, 'Submitted', 'info'],
    ['completed', '2026-03-11', null, 'Completed', 'ok'],
    ['cancelled', '2026-03-11', null, 'Cancelled', 'neutral'],
  ] as const)('%s, due %s, sent back %s: %s', (status, dueDate, back, words, tone) => {
    expect(statusOf({ status, dueDate, returnedAt: back }, now)).toEqual({ words, tone })
  })
})

it('says the day in relation to today while it waits', () => {
  expect(dueWords({ status: 'pending', dueDate: '2026-03-14' }, now)).toBe('Due Mar 14, in 2 days')
  expect(dueWords({ status: 'completed', dueDate: '2026-03-14' }, now)).toBe('Due Mar 14')
  expect(dueWords({ status: 'pending', dueDate: null }, now)).toBe('No due date')
})

it('counts in a sentence', () => {
  const none = { pending: 0, late: 0, submitted: 0, completed: 0, cancelled: 3 }
  expect(progressWords({ ...none, pending: 2 })).toBe('None of 2 are done.')
  expect(progressWords({ ...none, pending: 2, late: 1, submitted: 2, completed: 1 })).toBe(
    '1 of 5 is done, 1 is late, 2 are under review.',
  )
})

it('names the kinds it knows, and leaves others as they were written', () => {
  expect(['handbook', 'COBRA notice', 'toString'].map(typeWords)).toEqual(['Handbook', 'COBRA notice', 'toString'])
})

it('counts what is finished', () => {
  expect(finishedWords([{ status: 'completed' }, { status: 'cancelled' }, { status: 'completed' }])).toBe(
    '2 completed, 1 canceled',
  )
  expect(finishedWords([{ status: 'completed' }])).toBe('1 completed')
})
