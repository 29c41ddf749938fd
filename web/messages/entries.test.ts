import { expect, it } from 'vitest'
import type { Message } from '../../domain/message.ts'
import type { StaffNote } from '../../domain/staff-note.ts'
import { inOrder } from './entries.ts'

const message = (id: string) => ({ id }) as Message
const note = (id: string) => ({ id }) as StaffNote
const idsOf = ({ entries }: ReturnType<typeof inOrder>) => entries.map(({ kind, id }) => `${kind} ${id}`)

it('messages and notes are in the order in which they were written', () => {
  const thread = inOrder([message('5'), message('1')], [note('3')], { messages: false, notes: false })
  expect(idsOf(thread)).toEqual(['message 1', 'note 3', 'message 5'])
  expect(thread.hasEarlier).toBe(false)
})

it('notes from before the first message read so far wait for the messages between them', () => {
  const thread = inOrder([message('9'), message('7')], [note('8'), note('2')], { messages: true, notes: false })
  expect(idsOf(thread)).toEqual(['message 7', 'note 8', 'message 9'])
  expect(thread.next).toEqual({ messages: true, notes: false })
})

it('the list that reaches less far back is read on', () => {
  const thread = inOrder([message('9'), message('3')], [note('8'), note('6')], { messages: true, notes: true })
  expect(idsOf(thread)).toEqual(['note 6', 'note 8', 'message 9'])
  expect(thread.next).toEqual({ messages: false, notes: true })
})

it('a thread without notes is its messages', () => {
  expect(idsOf(inOrder([message('2'), message('1')], [], { messages: true, notes: false }))).toEqual([
    'message 1',
    'message 2',
  ])
})
