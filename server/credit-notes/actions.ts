// Credit notes and their entries on invoices. The invoice is always locked before the note, to avoid deadlocks.
import sql from 'sql-template-tag'
import type { Actor } from '../../domain/actor.ts'
import { assertNotArchived, type ClientFolder } from '../../domain/client-folder.ts'
import {
  assertCanApplyCredit,
  assertCanManageCreditNotes,
  assertCanVoidCreditNote,
  type CreditApplicationInput,
  type CreditNoteInput,
  type CreditNoteView,
} from '../../domain/credit-note.ts'
import { creditTotals, rateOfCredit } from '../../domain/credit-totals.ts'
import { invalid, notFoundAsInvalid } from '../../domain/errors.ts'
import { assertCanCredit, balanceOf, type Invoice, subtractPayment } from '../../domain/invoice.ts'
import { officeDate } from '../../domain/time.ts'
import { assertEntryDateIsOpen } from '../books/closed-months.ts'
import { folderToAddTo } from '../client-folders/queries.ts'
import { taxOf } from '../invoices/tax-of.ts'
import { creditIssued } from '../invoices/emails.ts'
import { insertEntry, settle } from '../invoices/entries.ts'
import { invoiceOfFolder } from '../invoices/queries.ts'
import type { Tx } from '../kit/db.ts'
import { newId } from '../kit/id.ts'
import type { ChangeEvent } from '../kit/record.ts'
import { nextNumber } from '../numbering/next-number.ts'
import { assertRateCards } from '../service-rates/assert-rate-cards.ts'
import { creditNoteFor, viewedCreditNote } from './queries.ts'

export async function createCreditNote(tx: Tx, actor: Actor, input: CreditNoteInput): Promise<CreditNoteView> {
  assertCanManageCreditNotes(actor)
  const folder = await folderToAddTo(tx, actor, input.clientFolderId, 'money').catch(
    notFoundAsInvalid('clientFolderId', 'Choose a client folder.'),
  )
  assertNotArchived(folder)
  const invoice = input.invoiceId === null ? null : await invoiceOfFolder(tx, actor, folder, input.invoiceId)
  if (invoice !== null && input.taxed)
    throw invalid(
      'taxed',
      `A credit for an invoice uses the sales tax of ${invoice.invoiceNumber}. Don’t mark it as taxed.`,
    )
  const taxRate = input.taxed ? rateOfCredit(await taxOf(tx, folder)) : null
  const { id, amount } = await issueCreditNote(tx, actor, folder, { ...input, invoice, taxRate })
  const link =
    invoice === null
      ? { label: 'Open statement', path: `/client-folders/${folder.id}/statement` }
      : { label: 'Open invoice', path: `/invoices/${invoice.id}` }
  const email = creditIssued(folder, amount, link)
  if (email !== null) tx.mail(email)
  return viewedAfter(tx, actor, id)
}

/** What may be done with an invoice depends on its credit notes. */
const changesOf = (id: string, clientFolderId: string, invoiceId: string | null): ChangeEvent[] => [
  { type: 'credit-notes', id, clientFolderId },
  ...(invoiceId === null ? [] : [{ type: 'invoices' as const, id: invoiceId, clientFolderId }]),
]

type NewCreditNote = Pick<CreditNoteInput, 'amount' | 'lineItems' | 'reason'> & {
  invoice: Invoice | null
  /** Of a credit without an invoice, if it contains sales tax. */
  taxRate?: number | null
}

/** Creates the note with its number and applies it to the locked invoice up to the balance due. */
export async function issueCreditNote(
  tx: Tx,
  actor: Actor,
  folder: Pick<ClientFolder, 'id'>,
  { invoice, reason, taxRate = null, ...input }: NewCreditNote,
): Promise<{ id: string; amount: number }> {
  await assertRateCards(tx, input.lineItems ?? [])
  const { lineItems, subtotal, tax, amount } = creditTotals(invoice, input, taxRate)
  if (invoice !== null) assertCanCredit(invoice, amount)
  const id = newId()
  const number = await nextNumber(tx, 'CN', null)
  await tx.run(sql`
    insert into credit_notes (id, credit_note_number, client_folder_id, invoice_id, line_items, subtotal, tax, tax_rate, amount, date, reason,
      created_by_id, created_at, updated_at)
    values (${id}, ${number}, ${folder.id}, ${invoice?.id ?? null}, ${JSON.stringify(lineItems)}::jsonb, ${subtotal}, ${tax},
      ${taxRate}, ${amount}, ${officeDate(tx.now)}, ${reason}, ${actor.id}, ${tx.now}, ${tx.now})`)
  tx.record(
    {
      action: 'credit-note.created',
      id,
      clientFolderId: folder.id,
      details: { amount, tax, invoiceId: invoice?.id ?? null },
    },
    ...changesOf(id, folder.id, invoice?.id ?? null),
  )
  const due = invoice === null ? 0 : Math.min(amount, balanceOf(invoice))
  if (invoice !== null && due > 0) await applyTo(tx, actor, invoice, id, due)
  return { id, amount }
}

export async function applyCreditNote(
  tx: Tx,
  actor: Actor,
  id: string,
  { invoiceId, amount }: CreditApplicationInput,
): Promise<CreditNoteView> {
  const { folder } = await creditNoteFor(tx, actor, id)
  assertCanManageCreditNotes(actor)
  assertNotArchived(folder)
  const invoice = await invoiceOfFolder(tx, actor, folder, invoiceId)
  const { note } = await creditNoteFor(tx, actor, id, { lock: true })
  assertCanApplyCredit(note, amount, invoice)
  await applyTo(tx, actor, invoice, id, amount)
  await tx.run(sql`update credit_notes set version = version + 1, updated_at = ${tx.now} where id = ${id}`)
  tx.record(
    { action: 'credit-note.applied', id, clientFolderId: folder.id, details: { invoiceId, amount } },
    { type: 'credit-notes', id, clientFolderId: folder.id },
  )
  return viewedAfter(tx, actor, id)
}

async function applyTo(tx: Tx, actor: Actor, invoice: Invoice, creditNoteId: string, amount: number) {
  const paid = subtractPayment(invoice, amount)
  const paymentId = await insertEntry(tx, actor, invoice, { kind: 'credit', amount, method: 'credit', creditNoteId })
  await settle(tx, invoice, paid, { action: 'invoice.credited', paymentId, creditNoteId, amount })
}

export async function voidCreditNote(tx: Tx, actor: Actor, id: string, reason: string): Promise<CreditNoteView> {
  const { note, folder } = await creditNoteFor(tx, actor, id, { lock: true })
  assertCanManageCreditNotes(actor)
  assertNotArchived(folder)
  assertCanVoidCreditNote(note)
  await assertEntryDateIsOpen(tx, note.date)
  await tx.run(sql`
    update credit_notes set voided_at = ${tx.now}, voided_by_id = ${actor.id}, void_reason = ${reason}, version = version + 1,
      updated_at = ${tx.now}
    where id = ${id}`)
  tx.record(
    { action: 'credit-note.voided', id, clientFolderId: folder.id },
    ...changesOf(id, folder.id, note.invoiceId),
  )
  return viewedAfter(tx, actor, id)
}

async function viewedAfter(tx: Tx, actor: Actor, id: string) {
  const { note, folder } = await creditNoteFor(tx, actor, id)
  return viewedCreditNote(note, actor, folder)
}
