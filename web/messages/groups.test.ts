import { expect, it } from 'vitest'
import type { Entry } from './entries.ts'
import { grouped } from './groups.ts'

const message = (senderId: string, minute: number) =>
  ({ kind: 'message', senderId, createdAt: new Date(Date.UTC(2026, 2, 9, 12, minute)).toISOString() }) as Entry
const note = (minute: number) => ({ ...message('sam', minute), kind: 'note' }) as Entry
const starts = (...entries: Entry[]) => grouped(entries).map(({ startsGroup }) => startsGroup)

it('groups messages of one person within five minutes of each other', () => {
  expect(starts(message('ann', 0), message('ann', 5), message('ann', 10))).toEqual([true, false, false])
})

it('starts a new group after six minutes, with another person, and after a note', () => {
  expect(starts(message('ann', 0), message('ann', 6))).toEqual([true, true])
  expect(starts(message('ann', 0), message('sam', 1), message('ann', 2))).toEqual([true, true, true])
  expect(starts(message('sam', 0), note(1), message('sam', 2))).toEqual([true, true, true])
})
