// Every query of documents that can run for a client leaves out team-only ones, by the same condition
// (server/documents/queries.ts). The files whose queries don't are listed here, each with the reason.
import { expect, it } from 'vitest'
import { filesUnder } from './source-files.ts'

const unconditional: Record<string, string> = {
  'server/assignments/actions.ts': 'the team chooses a document; a team-only one is refused',
  'server/assignments/queries.ts': 'the document of an assignment is a shared one: it can’t be made team-only',
  'server/audit-log/downloads.ts': 'the folder of a file that was sent already',
  'server/audit-log/queries.ts': 'only the team reads the audit log',
  'server/backup/rules.ts': 'checks all rows',
  'server/backup/stored-files.ts': 'checks all files',
  'server/dashboard/follow-ups.ts': 'only the team reads it',
  'server/document-imports/check.ts': 'only administrators import',
  'server/document-imports/import-file.ts': 'only administrators import',
  'server/document-requests/queries.ts':
    'a document that answers a request is a shared one: the database refuses others',
  'server/documents/document-texts.ts': 'extracts the text of all documents, by a job',
  'server/documents/expiration-reminders.ts': 'a job; reminds the client only of shared ones',
  'server/documents/expiration.ts': 'after `documentFor`',
  'server/documents/scan.ts': 'scans all documents, by a job',
  'server/documents/tags.ts': 'after `documentFor`',
  'server/documents/versions.ts': 'after `documentFor`',
  'server/handbooks/queries.ts': 'the document of a handbook is a shared one: it can’t be made team-only',
  'server/signatures/actions.ts': 'after `documentFor`',
  'server/signatures/deliveries.ts':
    'what the reader has received; the database refuses to make signed documents team-only',
  'server/signatures/proceed.ts': 'after `documentFor`',
  'server/signatures/signer-queries.ts': 'a document to sign is a shared one: the database refuses others',
  'server/to-dos/queries.ts': 'a document to sign is a shared one: the database refuses others',
  'server/uploads/named-files.ts': 'names all stored files, for the sweep and the backup',
  'server/work-queue/queries.ts': 'only the team reads it',
}

const readsDocuments = /\b(?:from|join|update|using)\s+documents[\s`]|(?:,\s*|sql`\s*)documents(?:\s+[a-z]\b|`)/
const hasCondition = /\bisSharedWith\(|\bisListedFor\(/

it('leaves out team-only documents in every query that can run for a client', () => {
  const files = filesUnder(['server'], /^server\/(?!migrations|seed).*(?<!\.test)\.ts$/)
  const without = files
    .filter(({ text }) => readsDocuments.test(text) && !hasCondition.test(text))
    .map(({ path }) => path)
  expect(without.toSorted()).toEqual(Object.keys(unconditional).toSorted())
})
