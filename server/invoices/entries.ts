// Entries on a locked invoice: the entry, the invoice's total paid, and its status.
import type { AuditAction } from '../../domain/audit-events.ts'
import sql from 'sql-template-tag'
import type { Invoice } from '../../domain/invoice.ts'
import type { EntryKind, EntryMethod } from '../../domain/payment.ts'
import { retainerChange } from '../../domain/retainer.ts'
import { officeDate } from '../../domain/time.ts'
import { assertEntryDateIsOpen } from '../books/closed-months.ts'
import type { Tx } from '../kit/db.ts'
import { newId } from '../kit/id.ts'
import { changeBalance } from '../retainers/balance.ts'

export interface NewEntry {
  kind: EntryKind
  amount: number
  date?: string | undefined
  method: EntryMethod
  reference?: string | null
  reversesId?: string | null
  creditNoteId?: string | null
  reason?: string | null
  /** Stripe took the money back already, even if it was applied to other invoices of a retainer. */
  mayOverdraw?: boolean
}

/** Also changes the balance of a retainer that the entry pays or uses. @param actor no one for what Stripe reports */
export async function insertEntry(
  tx: Tx,
  actor: { id: string | null },
  { id: invoiceId, clientFolderId, isRetainer }: Pick<Invoice, 'id' | 'clientFolderId' | 'isRetainer'>,
  entry: NewEntry,
): Promise<string> {
  const date = entry.date ?? officeDate(tx.now)
  await assertEntryDateIsOpen(tx, date, entry.date === undefined ? undefined : 'date')
  const change = retainerChange({ isRetainer }, entry)
  if (change !== 0) await changeBalance(tx, clientFolderId, change, entry)
  // After the retainer is locked, so that its entries are in the order of their ids.
  const id = newId()
  await tx.run(sql`
    insert into payments (id, invoice_id, client_folder_id, kind, amount, date, method, reference, reverses_id, credit_note_id, reason,
      recorded_by_id, created_at)
    values (${id}, ${invoiceId}, ${clientFolderId}, ${entry.kind}, ${entry.amount}, ${date},
      ${entry.method}, ${entry.reference ?? null}, ${entry.reversesId ?? null}, ${entry.creditNoteId ?? null},
      ${entry.reason ?? null}, ${actor.id}, ${tx.now})`)
  return id
}

type SettledInvoice = Pick<Invoice, 'id' | 'clientFolderId' | 'status' | 'dueDate'>

/**
 * Updates the total paid and the status. An invoice that is due again gets back the status it had before it was paid.
 */
export async function settle(
  tx: Tx,
  { id, clientFolderId, status, dueDate }: SettledInvoice,
  { amountPaid, isPaid }: { amountPaid: number; isPaid: boolean },
  { action, ...details }: { action: AuditAction; paymentId: string | null; amount: number } & Record<string, unknown>,
): Promise<void> {
  const due = dueDate < officeDate(tx.now) ? 'overdue' : 'sent'
  const after = isPaid ? 'paid' : status === 'paid' ? due : status
  await tx.run(sql`
    update invoices set amount_paid = ${amountPaid}, version = version + 1, updated_at = ${tx.now}
      ${isPaid && status !== 'paid' ? sql`, status = 'paid', paid_at = ${tx.now}` : sql``}
      ${!isPaid && status === 'paid' ? sql`, status = ${after}, paid_at = null` : sql``}
    where id = ${id}`)
  tx.record(
    { action, id, clientFolderId, details: { before: status, after, ...details } },
    { type: 'invoices', id, clientFolderId },
  )
}
