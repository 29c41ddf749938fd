import { expect, it } from 'vitest'
import type { Message } from '../../domain/message.ts'
import type { StaffNote } from '../../domain/staff-note.ts'
import { inOrder } from './entries.ts'

const message = (id: string) => ({ id }) as Message
const note = (id: string) => ({ id, kind: 'note' }) as StaffNote
const idsOf = ({ entries }: ReturnType<typeof inOrder>) => entries.map(({ kind, id }) => `${kind} ${id}`)

it('messages and notes are sorted by time', () => {
  const thread = inOrder([message('5'), message('1')], [note('3')], { messages: false, notes: false })
  expect(idsOf(thread)).toEqual(['message 1', 'note 3', 'message 5'])
  expect(thread.hasEarlier).toBe(false)
})

it('notes older than the loaded messages appear once the messages between them are loaded', () => {
  const thread = inOrder([message('9'), message('7')], [note('8'), note('2')], { messages: true, notes: false })
  expect(idsOf(thread)).toEqual(['message 7', 'note 8', 'message 9'])
  expect(thread.next).toEqual({ messages: true, notes: false })
})

it('the list that goes back less far is loaded next', () => {
  const thread = inOrder([message('9'), message('3')], [note('8'), note('6')], { messages: true, notes: true })
  expect(idsOf(thread)).toEqual(['note 6', 'note 8', 'message 9'])
  expect(thread.next).toEqual({ messages: false, notes: true })
})

it('a thread without notes shows its messages', () => {
  expect(idsOf(inOrder([message('2'), message('1')], [], { messages: true, notes: false }))).toEqual([
    'message 1',
    'message 2',
  ])
})
