import { expect, it } from 'vitest'
import type { AuditEntry } from '../../domain/audit.ts'
import { trailWords } from './trail-words.ts'

const entry = (action: string, details: AuditEntry['details'] = {}, actorName: string | null = 'Dana Mercer') =>
  ({ action, details, actorName }) as AuditEntry

it.each([
  [entry('client-folder.created'), 'Dana Mercer opened the folder.'],
  [entry('document.added', {}, null), 'The portal added a document.'],
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
  expect(trailWords(line)).toBe(sentence)
})
