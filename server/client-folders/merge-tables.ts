// What a merge does with each table that names a folder; merge-tables.test.ts checks that none is missing.
import sql, { type Sql } from 'sql-template-tag'
import type { ChangeType } from '../../domain/folder-rights.ts'

interface MovedTable {
  table: string
  /** The live event after which open pages read it again. */
  type?: ChangeType
  /** What the dialog calls its rows, if it counts them. */
  what?: string
  /** SQL condition on the rows (alias `t`) that are counted; by default all. */
  counted?: Sql
}

/** Their rows move to the remaining folder; those of `deadlines` and `handbooks` that it has already do not. */
export const movedTables: readonly MovedTable[] = [
  { table: 'messages', type: 'messages', what: 'Messages' },
  { table: 'documents', type: 'documents', what: 'Documents', counted: sql`t.withdrawn_at is null` },
  { table: 'document_texts' },
  { table: 'withdrawn_documents' },
  { table: 'signers' },
  { table: 'file_deliveries' },
  { table: 'document_requests', type: 'document-requests', what: 'Document requests' },
  { table: 'assignments', type: 'assignments', what: 'Assignments' },
  { table: 'assignment_comments' },
  { table: 'employees', type: 'employees', what: 'Employees' },
  { table: 'deadlines', type: 'deadlines', what: 'Deadlines' },
  { table: 'training_records', type: 'training-records', what: 'Training records' },
  { table: 'handbooks', type: 'handbooks', what: 'Handbooks' },
  { table: 'handbook_versions' },
  { table: 'employee_acknowledgments' },
  { table: 'own_forms', type: 'own-forms', what: 'Forms for this client' },
  { table: 'hr_form_submissions', type: 'hr-form-submissions', what: 'Submitted HR forms' },
  { table: 'bot_conversations', type: 'hr-assistant', what: 'Assistant conversations' },
  { table: 'bookings', type: 'bookings', what: 'Appointments' },
  { table: 'onboarding_reports', type: 'onboarding-reports', what: 'Onboarding reports' },
  { table: 'tasks', type: 'tasks', what: 'Team tasks' },
  { table: 'staff_notes', type: 'staff-notes', what: 'Staff-only notes' },
  { table: 'time_entries', type: 'time-entries', what: 'Time entries' },
  { table: 'timers' },
  { table: 'received_emails', type: 'received-emails' },
  { table: 'stored_pdfs' },
]

/** A folder with rows in them can't be merged, or its other obstacles exclude them. */
export const obstacleTables: readonly string[] = [
  'proposals',
  'contracts',
  'invoices',
  'invoice_plans',
  'payments',
  'online_payments',
  'credit_notes',
  'retainers',
  'client_prices',
  'signatures',
  'firm_signatures',
]

/** Moved row by row: server/client-folders/merge-rows.ts, and who gets access: server/client-folders/merge.ts. */
export const separateTables: readonly string[] = [
  'message_read_receipts',
  'unanswered_threads',
  'message_drafts',
  'notifications',
  'folder_contacts',
]

/** Their rows stay with the duplicate, each with the reason. */
export const stayingTables: Record<string, string> = {
  audit_entries: 'the audit log is never changed',
  books_customers: 'its name in accounting exports, which contain no money of the duplicate',
  bulk_action_items: 'what its sender sees; none is pending',
  client_changes: 'who was the client of the duplicate',
  client_import_rows: 'how the duplicate came from a file',
  closed_month_customers: 'a folder with money in a closed month can’t be merged',
  document_imports: 'none is running; what was imported are documents',
  document_import_rows: 'which file a document came from',
  emails: 'an email belongs to its recipient',
  erasures: 'the data of an open folder was not deleted',
  folder_access_requests: 'none is pending',
  folder_exports: 'what someone exported from the duplicate',
  folder_members: 'the team still finds the duplicate, and that it was merged',
  legal_holds: 'none is in force',
  live_events: 'ids without data, deleted within minutes',
  presence: 'who has the folder open right now',
  reply_addresses: 'they lead to the remaining folder (server/received-emails/reply-addresses.ts)',
}
