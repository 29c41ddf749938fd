import { expect, it } from 'vitest'
import { conversationIn, switchTo, writeDraft } from './conversation.ts'

it('a message draft moves into a note, and a note never into a message', () => {
  writeDraft('a', 'message', 'They pay late')
  switchTo('a', 'note')
  expect(conversationIn('a')).toMatchObject({ writing: 'note', note: 'They pay late', message: '' })
  switchTo('a', 'message')
  expect(conversationIn('a')).toMatchObject({ writing: 'message', note: 'They pay late', message: '' })
})

it('a note draft and a message draft keep separate texts', () => {
  writeDraft('b', 'note', 'Between us')
  writeDraft('b', 'message', 'Dear Ann')
  switchTo('b', 'note')
  expect(conversationIn('b')).toMatchObject({ note: 'Between us', message: 'Dear Ann' })
})

it('a draft of one folder does not appear in another', () => {
  writeDraft('c', 'message', 'Dear Ann')
  expect(conversationIn('d').message).toBe('')
})
