// Who may change the client of a folder depends on whether it has content, so no table with content may be forgotten.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deadline, employee } from '../../tests/architecture/rights-deadlines.ts'
import { tablesWithFolder } from '../../tests/tables-with-folder.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'
import { contentTables } from './queries.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

/** Tables with a folder that do not count as its content, each with the reason. */
const exceptions: Record<string, string> = {
  assignment_comments: 'belongs to an assignment',
  audit_entries: 'the audit log is for administrators; a client sees the history of listed things only',
  books_customers: 'what administrators call the client in accounting exports',
  bulk_action_items: 'what its sender sees; each recipient has the message, request, or assignment itself',
  client_import_rows: 'how the folder came from a file, for administrators',
  document_imports: 'a ZIP that was imported into the folder, for administrators',
  document_import_rows: 'which file a document came from, for administrators',
  client_prices: 'settings of the team; the client sees the invoices',
  client_changes: 'who was the client before, for administrators',
  closed_month_customers: 'what the client was called in accounting exports when a month was closed',
  document_texts: 'belongs to documents',
  employee_acknowledgments: 'belongs to a handbook',
  emails: 'the email log is for administrators, and an email belongs to its recipient',
  erasures: 'says that content was deleted',
  file_deliveries: 'belongs to a contract or a document',
  folder_access_requests: 'waits for an administrator and grants nothing',
  folder_members: 'who of the team works in the folder',
  folder_exports: 'only the person who ordered an export may download it',
  handbook_versions: 'belongs to a handbook',
  invoice_plans: 'settings of the team; the client sees the invoices',
  legal_holds: 'keeps content from being deleted, for administrators',
  live_events: 'ids without data, deleted within minutes',
  message_drafts: 'only its writer sees a draft',
  message_read_receipts: 'belongs to messages',
  notifications: 'belongs to the person who was notified',
  online_payments: 'belongs to an invoice',
  payments: 'belongs to an invoice',
  presence: 'who has the folder open right now',
  received_emails: 'for the team; what was added to the folder is a message',
  reply_addresses: 'each belongs to one person, and they get a new one',
  firm_signatures: 'belongs to a contract',
  retainers: 'the sum of entries on invoices',
  signatures: 'belongs to a contract or a document',
  signers: 'belongs to a contract or a document',
  stored_pdfs: 'the PDF of a listed thing',
  tasks: 'what the team does for the client, which clients never see',
  time_entries: 'what the team worked, which clients never see',
  timers: 'what a member of the team is working on right now',
  unanswered_threads: 'belongs to messages',
  withdrawn_documents: 'what the team withdrew is no longer shown to the client',
}

describe('the content of a folder', () => {
  it('is every table that names a folder, apart from exceptions with a reason', async () => {
    const tables = await tablesWithFolder(testApp)
    expect(tables.length).toBeGreaterThan(30)
    expect([...contentTables, ...Object.keys(exceptions)].toSorted()).toEqual(tables)
  })

  it.each([
    ['an employee', 'employees', employee],
    ['a deadline', 'deadlines', deadline],
  ])('includes %s: staff can’t move the folder to another client', async (_what, path, body) => {
    const input = { name: 'Quarry Mill', services: 'x', clientId: testApp.people.ann.id }
    const folder = `/api/client-folders/${(await testApp.sam.post('/api/client-folders', input)).body.id}`
    const added = await testApp.sam.post(`${folder}/${path}`, body)
    expect(added.body).toMatchObject({ id: expect.any(String) })
    expect((await testApp.sam.patch(folder, { clientId: testApp.people.eve.id })).status).toBe(403)
    expect((await testApp.alice.get(folder)).body.clientId).toBe(testApp.people.ann.id)
  })
})
