// Changes that each break one rule of `npm run verify`.
import sql, { raw, type Sql } from 'sql-template-tag'
import type { PortalItems } from './filled-portal.ts'

/** The records that are changed. */
export interface VerifiedRecords extends PortalItems {
  /** Of an invoice with two payments, a refund of the first, and a credit. */
  creditedId: string
  refundId: string
  noteId: string
  creditId: string
  /** Without an invoice, with sales tax. */
  generalNoteId: string
  /** Paid online in full, and refunded in Stripe in part. */
  onlineId: string
  onlinePaymentId: string
  memberId: string
  /** It bills a retainer, of which a part is applied. */
  retainerInvoiceId: string
}

/** A rule of `npm run verify`, a change that breaks only it, and its repair. */
export type BrokenRecord = [
  rule: string,
  plant: (records: VerifiedRecords) => Sql,
  undo: (records: VerifiedRecords) => Sql,
]

const lineOf = (table: string, column: string, path: string, by: number) => (id: string) =>
  sql`update ${raw(table)} set ${raw(column)} = jsonb_set(${raw(column)}, ${path}::text[], to_jsonb((${raw(column)} #>> ${path}::text[])::bigint + ${by}))
    where id = ${id}`
const change = (table: string, set: string) => (id: string) =>
  sql`update ${raw(table)} set ${raw(set)} where id = ${id}`
const moved = (table: string) =>
  [
    (id: string) =>
      sql`update ${raw(table)} set client_folder_id = '01890000-0000-7000-8000-0000000000a2' where id = ${id}`,
    (id: string) =>
      sql`update ${raw(table)} set client_folder_id = '01890000-0000-7000-8000-0000000000a1' where id = ${id}`,
  ] as const

export const brokenRecords: BrokenRecord[] = [
  [
    'Proposal lines',
    ({ proposalId }) => lineOf('proposals', 'services', '{0,totalCost}', 1)(proposalId),
    ({ proposalId }) => lineOf('proposals', 'services', '{0,totalCost}', -1)(proposalId),
  ],
  [
    'Proposal lines',
    ({ proposalId }) => change('proposals', 'total_cost = total_cost + 1')(proposalId),
    ({ proposalId }) => change('proposals', 'total_cost = total_cost - 1')(proposalId),
  ],
  [
    'Contract lines',
    ({ contractId }) => change('contracts', 'total_value = total_value + 1')(contractId),
    ({ contractId }) => change('contracts', 'total_value = total_value - 1')(contractId),
  ],
  [
    'Contract lines',
    ({ contractId }) => lineOf('contracts', 'services', '{1,hourlyRate}', 1)(contractId),
    ({ contractId }) => lineOf('contracts', 'services', '{1,hourlyRate}', -1)(contractId),
  ],
  [
    'Invoice lines',
    ({ invoiceId }) => lineOf('invoices', 'line_items', '{0,total}', 1)(invoiceId),
    ({ invoiceId }) => lineOf('invoices', 'line_items', '{0,total}', -1)(invoiceId),
  ],
  [
    'Invoice lines',
    ({ invoiceId }) => change('invoices', 'tax = tax + 1, total = total + 1')(invoiceId),
    ({ invoiceId }) => change('invoices', 'tax = tax - 1, total = total - 1')(invoiceId),
  ],
  [
    'Invoice lines',
    ({ invoiceId }) => change('invoices', 'total = total + 1')(invoiceId),
    ({ invoiceId }) => change('invoices', 'total = total - 1')(invoiceId),
  ],
  [
    'The amount paid',
    ({ paymentId }) => change('payments', 'amount = amount + 1')(paymentId),
    ({ paymentId }) => change('payments', 'amount = amount - 1')(paymentId),
  ],
  [
    'The amount paid',
    ({ invoiceId }) => change('invoices', "status = 'paid'")(invoiceId),
    ({ invoiceId }) => change('invoices', "status = 'sent'")(invoiceId),
  ],
  // The sum of the entries still equals the amount paid, but a refund raises it.
  [
    'The amount paid',
    ({ creditedId, refundId }) => sql`
      with paid as (update invoices set amount_paid = amount_paid + 200 where id = ${creditedId})
      update payments set amount = 100 where id = ${refundId}`,
    ({ creditedId, refundId }) => sql`
      with paid as (update invoices set amount_paid = amount_paid - 200 where id = ${creditedId})
      update payments set amount = -100 where id = ${refundId}`,
  ],
  [
    'Every reversal and refund',
    ({ creditedId, refundId }) => sql`
      with paid as (update invoices set amount_paid = amount_paid - 401 where id = ${creditedId})
      update payments set amount = -501 where id = ${refundId}`,
    ({ creditedId, refundId }) => sql`
      with paid as (update invoices set amount_paid = amount_paid + 401 where id = ${creditedId})
      update payments set amount = -100 where id = ${refundId}`,
  ],
  [
    'Every reversal and refund',
    ({ noteId }) => change('credit_notes', 'amount = 299, subtotal = subtotal - 1')(noteId),
    ({ noteId }) => change('credit_notes', 'amount = 300, subtotal = subtotal + 1')(noteId),
  ],
  [
    'The credit notes for an invoice',
    ({ noteId }) => change('credit_notes', 'amount = 10576, subtotal = subtotal + 10276')(noteId),
    ({ noteId }) => change('credit_notes', 'amount = 300, subtotal = subtotal - 10276')(noteId),
  ],
  // More sales tax than the invoice has.
  [
    'The credit notes for an invoice',
    ({ noteId }) => change('credit_notes', 'amount = 700, subtotal = 100, tax = 600')(noteId),
    ({ noteId }) => change('credit_notes', 'amount = 300, subtotal = 284, tax = 16')(noteId),
  ],
  // Another sales tax than that of its rate.
  [
    'The credit notes for an invoice',
    ({ generalNoteId }) => change('credit_notes', 'subtotal = 945, tax = 55')(generalNoteId),
    ({ generalNoteId }) => change('credit_notes', 'subtotal = 946, tax = 54')(generalNoteId),
  ],
  // Sales tax without a rate.
  [
    'The credit notes for an invoice',
    ({ generalNoteId }) => change('credit_notes', 'tax_rate = null')(generalNoteId),
    ({ generalNoteId }) => change('credit_notes', 'tax_rate = 5750')(generalNoteId),
  ],
  [
    'The credit notes for an invoice',
    ({ creditId }) => change('payments', "credit_note_id = null, method = 'check'")(creditId),
    ({ creditId, noteId }) =>
      sql`update payments set credit_note_id = ${noteId}, method = 'credit' where id = ${creditId}`,
  ],
  // As many numbers as were assigned, but one is skipped.
  [
    'Credit note numbers have no gaps',
    ({ noteId }) => change('credit_notes', "credit_note_number = left(credit_note_number, 12) || '07'")(noteId),
    ({ noteId }) => change('credit_notes', "credit_note_number = left(credit_note_number, 12) || '01'")(noteId),
  ],
  [
    'Credit note numbers have no gaps',
    () => sql`update number_series set last = last + 1 where series = 'CN'`,
    () => sql`update number_series set last = last - 1 where series = 'CN'`,
  ],
  [
    'Each completed online payment',
    ({ onlineId }) => change('online_payments', 'payment_id = null')(onlineId),
    ({ onlineId, onlinePaymentId }) =>
      sql`update online_payments set payment_id = ${onlinePaymentId} where id = ${onlineId}`,
  ],
  [
    'Each completed online payment',
    ({ onlineId }) => change('online_payments', 'amount = amount - 1')(onlineId),
    ({ onlineId }) => change('online_payments', 'amount = amount + 1')(onlineId),
  ],
  [
    'Each completed online payment',
    ({ onlineId }) => change('online_payments', "status = 'pending'")(onlineId),
    ({ onlineId }) => change('online_payments', "status = 'paid'")(onlineId),
  ],
  // The same payment recorded twice, each with its share of the amount paid.
  [
    'Each completed online payment',
    ({ onlinePaymentId }) => sql`
      with twice as (
        insert into payments (id, invoice_id, client_folder_id, kind, amount, date, method, reference, recorded_by_id, created_at)
        select '01890000-0000-7000-8000-00000000eeee', invoice_id, client_folder_id, kind, 100, date, method, reference, recorded_by_id, created_at
        from payments where id = ${onlinePaymentId} returning invoice_id)
      update invoices set amount_paid = amount_paid + 100 where id = (select invoice_id from twice)`,
    () => sql`
      with twice as (delete from payments where id = '01890000-0000-7000-8000-00000000eeee' returning invoice_id)
      update invoices set amount_paid = amount_paid - 100 where id = (select invoice_id from twice)`,
  ],
  [
    'Each completed online payment',
    ({ onlineId, onlinePaymentId }) =>
      sql`update online_payment_corrections set entry_id = ${onlinePaymentId} where online_payment_id = ${onlineId}`,
    ({ onlineId, onlinePaymentId }) => sql`
      update online_payment_corrections set entry_id = (select id from payments where reverses_id = ${onlinePaymentId})
      where online_payment_id = ${onlineId}`,
  ],
  [
    'Each completed online payment',
    ({ onlineId }) => sql`
      insert into online_refunds (id, online_payment_id, amount, reason, credit_note, started_by_id, status, created_at, updated_at)
      select id, id, 100, 'Paid twice', false, started_by_id, 'done', now(), now() from online_payments where id = ${onlineId}`,
    ({ onlineId }) => sql`delete from online_refunds where id = ${onlineId}`,
  ],
  [
    'The balance of each retainer',
    () => sql`update retainers set balance = balance + 1`,
    () => sql`update retainers set balance = balance - 1`,
  ],
  [
    'The balance of each retainer',
    ({ retainerInvoiceId }) => change('invoices', 'is_retainer = false')(retainerInvoiceId),
    ({ retainerInvoiceId }) => change('invoices', 'is_retainer = true')(retainerInvoiceId),
  ],
  [
    'Related records',
    ({ onlineId }) => moved('online_payments')[0](onlineId),
    ({ onlineId }) => moved('online_payments')[1](onlineId),
  ],
  [
    'Contract numbers',
    ({ contractId }) => change('contracts', "contract_number = 'PROHR-202613-001'")(contractId),
    ({ contractId, contractNumber }) =>
      sql`update contracts set contract_number = ${contractNumber} where id = ${contractId}`,
  ],
  [
    'Invoice numbers',
    ({ invoiceId }) => change('invoices', "invoice_number = 'INV-20260230-01'")(invoiceId),
    ({ invoiceId, invoiceNumber }) =>
      sql`update invoices set invoice_number = ${invoiceNumber} where id = ${invoiceId}`,
  ],
  [
    'Invoice numbers',
    ({ invoiceId }) => sql`
      insert into invoices (id, client_folder_id, created_by_id, invoice_number, line_items, subtotal, tax, total, status, due_date, created_at, updated_at)
      select '01890000-0000-7000-8000-00000000dddd', client_folder_id, created_by_id, invoice_number, '[]', 0, 0, 0, 'draft', due_date, created_at, updated_at
      from invoices where id = ${invoiceId}`,
    () => sql`delete from invoices where id = '01890000-0000-7000-8000-00000000dddd'`,
  ],
  [
    'Related records',
    ({ contractId, proposalId }) => sql`
      with mine as (update contracts set proposal_id = ${proposalId} where id = ${contractId})
      update proposals set client_folder_id = '01890000-0000-7000-8000-0000000000a2' where id = ${proposalId}`,
    ({ contractId, proposalId }) => sql`
      with mine as (update contracts set proposal_id = null where id = ${contractId})
      update proposals set client_folder_id = '01890000-0000-7000-8000-0000000000a1' where id = ${proposalId}`,
  ],
  [
    'Related records',
    ({ paymentId }) => moved('payments')[0](paymentId),
    ({ paymentId }) => moved('payments')[1](paymentId),
  ],
  [
    'Related records',
    ({ contractId }) => moved('contracts')[0](contractId),
    ({ contractId }) => moved('contracts')[1](contractId),
  ],
  [
    'Signed status',
    ({ contractId }) =>
      sql`update signatures set entity_id = ${contractId}::uuid, entity_type = 'documents' where entity_id = ${contractId}`,
    ({ contractId }) => sql`update signatures set entity_type = 'contracts' where entity_id = ${contractId}`,
  ],
  [
    'Signed status',
    ({ contractId }) => sql`
      insert into firm_signatures (id, contract_id, client_folder_id, text_version, signer_id, signer_name, signer_email,
        confirmed_by, signed_at, address)
      select id, id, client_folder_id, text_version + 1, created_by_id, 'Alice Moore', 'alice@example.com', 'password',
        created_at, '127.0.0.1'
      from contracts where id = ${contractId}`,
    ({ contractId }) => sql`delete from firm_signatures where contract_id = ${contractId}`,
  ],
  [
    'Signed status',
    ({ documentId }) =>
      change('documents', 'requires_signature = true, is_signed = true, signed_at = now()')(documentId),
    ({ documentId }) =>
      change('documents', 'requires_signature = false, is_signed = false, signed_at = null')(documentId),
  ],
  [
    'Each document matches',
    ({ documentId }) => change('uploads', 'claimed_at = null')(documentId),
    ({ documentId }) => change('uploads', 'claimed_at = stored_at')(documentId),
  ],
  [
    'Only active staff',
    ({ memberId }) => change('folder_members', "user_id = (select id from users where username = 'eve')")(memberId),
    ({ memberId }) => change('folder_members', "user_id = (select id from users where username = 'sue')")(memberId),
  ],
  [
    'Only active staff',
    ({ memberId }) => change('folder_members', "user_id = (select id from users where username = 'sam')")(memberId),
    ({ memberId }) => change('folder_members', "user_id = (select id from users where username = 'sue')")(memberId),
  ],
  [
    'Every reference',
    () => sql`
      update messages set sender_id = '01890000-0000-7000-8000-00000000eeee'
      from (select set_config('session_replication_role', 'replica', true)) off`,
    () => sql`update messages set sender_id = '01890000-0000-7000-8000-000000000005'`,
  ],
]
