import { expect, it } from 'vitest'
import type { AuditEntry } from '../../domain/audit-log.ts'
import { eventWords } from './event-words.ts'

const ann = '01890000-0000-7000-8000-0000000000aa'
const entry = (action: string, details: AuditEntry['details'] = {}, more: Partial<AuditEntry> = {}) =>
  ({
    action,
    details,
    actorId: '01890000-0000-7000-8000-0000000000dd',
    actorName: 'Dana Mercer',
    subject: null,
    address: '127.0.0.1',
    people: { [ann]: 'Ann Keller' },
    ...more,
  }) as AuditEntry
const nobody = { actorId: null, actorName: null }

it.each([
  [entry('client-folder.created'), 'Dana Mercer opened the folder.'],
  [entry('invoice.sent', {}, { subject: 'INV-20261121-01' }), 'Dana Mercer sent invoice INV-20261121-01.'],
  [
    entry('invoice.sent', { toId: ann }, { subject: 'INV-20261121-01' }),
    'Dana Mercer sent invoice INV-20261121-01 to Ann Keller.',
  ],
  [entry('invoice.sent', { toId: 'unknown' }), 'Dana Mercer sent an invoice.'],
  [entry('document.added', {}, { subject: 'Handbook.pdf' }), 'Dana Mercer added document “Handbook.pdf”.'],
  [entry('document.sealed', {}, { ...nobody, address: 'job' }), 'The portal sealed the signed copy of a document.'],
  [entry('user.invited', {}, { subject: 'Eve Park' }), 'Dana Mercer invited Eve Park.'],
  [
    entry('file.downloaded', {}, { entityType: 'invoices', subject: 'INV-20261121-01' }),
    'Dana Mercer downloaded invoice INV-20261121-01.',
  ],
  [entry('file.downloaded', {}, { entityType: 'payments' }), 'Dana Mercer downloaded a receipt.'],
  [entry('user.invited'), 'Dana Mercer invited a person.'],
  [entry('service-rate.changed', {}, { subject: 'Audit' }), 'Dana Mercer updated rate card “Audit”.'],
  [
    entry('service-request.submitted', {}, { ...nobody, subject: 'Marine' }),
    'A visitor requested a service for Marine.',
  ],
  [entry('session.refused', {}, nobody), 'Someone not signed in couldn’t sign in.'],
  [entry('session.started', {}, { actorName: null }), 'Deleted user signed in.'],
  [entry('assignment.in-progress', { before: 'pending' }), 'Dana Mercer started an assignment.'],
  [entry('assignment.in-progress', { before: 'completed' }), 'Dana Mercer reopened an assignment.'],
  [entry('contract.sent-back'), 'Dana Mercer recorded: contract sent back.'],
  [
    entry('client-folder.changed', {
      fields: ['name', 'services', 'status'],
      before: { status: 'active' },
      after: { status: 'on-hold' },
    }),
    'Dana Mercer renamed the folder, changed the services and changed the status from active to on hold.',
  ],
  [entry('client-folder.changed', { fields: [] }), 'Dana Mercer saved the folder without a change.'],
])('%o reads "%s"', (line, sentence) => {
  expect(eventWords(line)).toBe(sentence)
})

it('a name with braces is inserted literally', () => {
  expect(eventWords(entry('document.added', {}, { subject: '{$&} “x”' }))).toBe(
    'Dana Mercer added document “{$&} “x””.',
  )
})
