import { describe, expect, it } from 'vitest'
import { type Actor, unlimited } from './actor.ts'
import { documentRemindersDue } from './document-request-reminder.ts'
import { commonSets } from './document-request-sets.ts'
import {
  allowedActions,
  assertCanChangeDocumentRequestStatus,
  DocumentRequestSetInput,
  DocumentRequestStatus,
  isLate,
  submit,
} from './document-request.ts'
import { DomainError } from './errors.ts'

const who = (role: Actor['role']): Actor => ({ id: role, role, firstName: null, lastName: null, ...unlimited })
const codeOf = (work: () => unknown) => {
  try {
    work()
    return 'done'
  } catch (error) {
    if (error instanceof DomainError) return error.code
    throw error
  }
}

describe('G4: a transition of a document request', () => {
  const done: Record<string, string[]> = { pending: ['cancelled'], submitted: ['pending', 'completed'] }
  const all = DocumentRequestStatus.options.flatMap((from) => DocumentRequestStatus.options.map((to) => [from, to]))

  it.each(all as [DocumentRequestStatus, DocumentRequestStatus][])(
    '%s to %s belongs to the team or does not exist',
    (status, to) => {
      const reason = to === 'pending' ? 'The last page.' : null
      const expected = done[status]?.includes(to) ? 'done' : 'conflict'
      expect(codeOf(() => assertCanChangeDocumentRequestStatus({ status }, who('staff'), { status: to, reason }))).toBe(
        expected,
      )
      expect(
        codeOf(() => assertCanChangeDocumentRequestStatus({ status }, who('client'), { status: to, reason })),
      ).toBe('forbidden')
    },
  )

  it('is offered when it is allowed', () => {
    const offered = (role: Actor['role']) =>
      DocumentRequestStatus.options.map((status) => allowedActions({ status }, who(role), true))
    expect(offered('client')).toEqual([['upload'], ['upload'], [], []])
    expect(offered('admin')).toEqual([['upload', 'cancel'], ['accept', 'return', 'upload'], [], []])
    expect(allowedActions({ status: 'submitted' }, who('admin'), false)).toEqual([])
  })
})

it('G4: accepts files until it is closed', () => {
  const taken = DocumentRequestStatus.options.map((status) => codeOf(() => submit({ status })))
  expect(taken).toEqual(['done', 'done', 'conflict', 'conflict'])
})

it.each([
  ['pending', '2026-03-11', true],
  ['pending', '2026-03-12', false],
  ['pending', null, false],
  ['submitted', '2026-03-11', false],
] as const)('G4: %s and due %s is late on March 12: %s', (status, dueDate, late) => {
  expect(isLate({ status, dueDate }, '2026-03-12')).toBe(late)
})

it.each([
  ['2026-03-01', '2026-03-06', []],
  ['2026-03-01', '2026-03-07', [-3]],
  ['2026-03-01', '2026-03-10', [-3]],
  ['2026-03-01', '2026-03-11', [-3, 1]],
  ['2026-03-07', '2026-03-11', [1]],
  ['2026-03-20', '2026-03-25', []],
])('G4: requested on %s for March 10, on %s the reminders %j are due', (askedOn, today, due) => {
  expect(documentRemindersDue('2026-03-10', askedOn, today)).toEqual(due)
})

it.each(commonSets.map((set) => [set.name, set] as const))(
  'G4: the set %s can be requested, with unique titles',
  (_name, set) => {
    expect(DocumentRequestSetInput.safeParse({ requests: set.requests }).success).toBe(true)
    expect(new Set(set.requests.map(({ title }) => title)).size).toBe(set.requests.length)
  },
)
