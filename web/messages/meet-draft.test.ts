import { expect, it } from 'vitest'
import { reconcileDraft } from './reconcile-draft.ts'

it.each([
  ['an empty field takes what was written elsewhere', '', '', 'Dear Sam', 'take'],
  ['a field that was emptied here is not filled again', '', 'Dear Sam', 'Dear Sam', 'keep'],
  ['what is typed here stays while the server has nothing newer', 'Dear Sam, when', 'Dear Sam', 'Dear Sam', 'keep'],
  ['what was written on elsewhere is taken over', 'Dear', 'Dear', 'Dear Sam', 'take'],
  ['what was sent elsewhere leaves the field', 'Dear Sam', 'Dear Sam', '', 'take'],
  ['what was typed since stays, though it was sent elsewhere', 'Dear Sam, and', 'Dear Sam', '', 'keep'],
  ['another text does not push out the one in the field', 'Dear', 'Dear', 'Hello', 'ask'],
  ['two texts typed at once are both kept', 'Dear Sue', 'Dear', 'Dear Sam', 'ask'],
  ['an older piece of what is typed is nothing new', 'Dear Sam', '', 'Dear', 'keep'],
  ['the same text is the same text', 'Dear', '', 'Dear', 'keep'],
] as const)('%s', (_title, typed, known, held, meeting) => {
  expect(reconcileDraft({ typed, known, held, sending: [] })).toBe(meeting)
})

it('what is on its way does not come back into the field', () => {
  expect(reconcileDraft({ typed: '', known: '', held: 'Dear Sam\n', sending: ['Dear Sam'] })).toBe('keep')
})
