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
import { notFoundAsInvalid } from '../../domain/errors.ts'
import { assertCanCredit, balanceOf, type Invoice, subtractPayment } from '../../domain/invoice.ts'
import { officeDate } from '../../domain/time.ts'
import { assertEntryDateIsOpen } from '../books/closed-months.ts'
import { folderToAddTo } from '../client-folders/queries.ts'
import { creditIssued } from '../invoices/emails.ts'
import { insertEntry, settle } from '../invoices/entries.ts'
import { invoiceOfFolder } from '../invoices/queries.ts'
import type { Tx } from '../kit/db.ts'
import { newId } from '../kit/id.ts'
import { nextNumber } from '../numbering/next-number.ts'
import { creditNoteFor, viewedCreditNote } from './queries.ts'

export async function createCreditNote(tx: Tx, actor: Actor, input: CreditNoteInput): Promise<CreditNoteView> {
  assertCanManageCreditNotes(actor)
  const folder = await folderToAddTo(tx, actor, input.clientFolderId, 'money').catch(
    notFoundAsInvalid('clientFolderId', 'Choose a client folder.'),
  )
  assertNotArchived(folder)
  const invoice = input.invoiceId === null ? null : await invoiceOfFolder(tx, actor, folder, input.invoiceId)
  const id = await issueCreditNote(tx, actor, folder, { invoice, amount: input.amount, reason: input.reason })
  const link =
    invoice === null
      ? { label: 'Open statement', path: `/client-folders/${folder.id}/statement` }
      : { label: 'Open invoice', path: `/invoices/${invoice.id}` }
  const email = creditIssued(folder, input.amount, link)
  if (email !== null) tx.mail(email)
  return viewedAfter(tx, actor, id)
}

/** Creates the note with its number and applies it to the locked invoice up to the balance due. */
export async function issueCreditNote(
  tx: Tx,
  actor: Actor,
  folder: Pick<ClientFolder, 'id'>,
  { invoice, amount, reason }: { invoice: Invoice | null; amount: number; reason: string },
): Promise<string> {
  if (invoice !== null) assertCanCredit(invoice, amount)
  const id = newId()
  const number = await nextNumber(tx, 'CN', null)
  await tx.run(sql`
    insert into credit_notes (id, credit_note_number, client_folder_id, invoice_id, amount, date, reason, created_by_id, created_at,
      updated_at)
    values (${id}, ${number}, ${folder.id}, ${invoice?.id ?? null}, ${amount}, ${officeDate(tx.now)}, ${reason}, ${actor.id},
      ${tx.now}, ${tx.now})`)
  tx.record(
    {
      action: 'credit-note.created',
      id,
      clientFolderId: folder.id,
      details: { amount, invoiceId: invoice?.id ?? null },
    },
    { type: 'credit-notes', id, clientFolderId: folder.id },
  )
  const due = invoice === null ? 0 : Math.min(amount, balanceOf(invoice))
  if (invoice !== null && due > 0) await applyTo(tx, actor, invoice, id, due)
  return id
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
    { type: 'credit-notes', id, clientFolderId: folder.id },
  )
  return viewedAfter(tx, actor, id)
}

async function viewedAfter(tx: Tx, actor: Actor, id: string) {
  const { note, folder } = await creditNoteFor(tx, actor, id)
  return viewedCreditNote(note, actor, folder)
}
