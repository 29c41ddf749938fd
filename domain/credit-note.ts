// A credit note: an amount that the firm no longer charges, with the sales tax in it (credit-totals.ts). Applied to an
// invoice it reduces the balance due; the unapplied rest is the client's credit. Its number is from a gap-free series. It is never edited; one that was not
// applied can be voided.
import { z } from 'zod'
import { type Actor, isAdministrator } from './actor.ts'
import { conflict, forbidden } from './errors.ts'
import type { Invoice } from './invoice.ts'
import { InvoiceLine, InvoiceLineInput } from './invoice-lines.ts'
import { inDollars, maxCents } from './money.ts'
import { correctionReason } from './payment.ts'
import { maxLines } from './service-line.ts'
import { CalendarDate, Id, Instant, versioned, optionalId } from './text.ts'

const wholeCents = 'Enter an amount in whole cents.'
const creditAmount = z
  .number(wholeCents)
  .int(wholeCents)
  .min(1, 'A credit must be at least one cent.')
  .max(maxCents, `A credit can be at most ${inDollars(maxCents)}.`)

const noLine = 'Add at least one line.'

/** For an invoice, it is applied right away, up to the balance due. It has an amount, or lines of the invoice. */
export const CreditNoteInput = z.strictObject({
  clientFolderId: z.uuid('Choose a client folder.'),
  invoiceId: optionalId,
  /** With sales tax; calculated if there are lines. */
  amount: creditAmount.optional(),
  /** What of the invoice is credited, before sales tax. */
  lineItems: z
    .array(InvoiceLineInput.omit({ timeLineId: true }), noLine)
    .min(1, noLine)
    .max(maxLines, `A credit note can have at most ${maxLines} lines.`)
    .optional(),
  /**
   * Without an invoice: whether the amount contains sales tax, as this client is charged today. A credit for an invoice has
   * the sales tax of the invoice.
   */
  taxed: z.boolean('Choose yes or no.').default(false),
  reason: correctionReason,
})
export type CreditNoteInput = z.infer<typeof CreditNoteInput>

export const CreditApplicationInput = z.strictObject({ invoiceId: Id, amount: creditAmount })
export type CreditApplicationInput = z.infer<typeof CreditApplicationInput>

export const CreditNoteVoiding = z.strictObject({ reason: correctionReason })

export const CreditNoteAction = z.enum(['apply', 'void'])
export type CreditNoteAction = z.infer<typeof CreditNoteAction>

export const CreditNote = z.object({
  id: Id,
  creditNoteNumber: z.string(),
  clientFolderId: Id,
  clientFolderName: z.string(),
  invoiceId: Id.nullable(),
  invoiceNumber: z.string().nullable(),
  /** Its invoice is for a retainer, so that it can be applied to that invoice only. */
  isForRetainer: z.boolean(),
  /** Empty for a single amount. */
  lineItems: z.array(InvoiceLine),
  /** The subtotal and the sales tax, and both together. */
  subtotal: z.int(),
  tax: z.int(),
  amount: z.int(),
  /** Of a credit without an invoice that contains sales tax, in thousandths of a percent; null for all others. */
  taxRate: z.int().nullable(),
  /** The amount applied to invoices, and the rest: 0 for a void one. In cents. */
  applied: z.int(),
  available: z.int(),
  date: CalendarDate,
  reason: z.string(),
  createdById: Id,
  createdByName: z.string().nullable(),
  voidedAt: Instant.nullable(),
  voidReason: z.string().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  ...versioned,
})
export type CreditNote = z.infer<typeof CreditNote>

export const CreditNoteView = CreditNote.extend({ allowed: z.array(CreditNoteAction) })
export type CreditNoteView = z.infer<typeof CreditNoteView>

type CreditFacts = Pick<CreditNote, 'amount' | 'applied' | 'available' | 'voidedAt'>

/** @param ownIsDue whether something is due on the invoice that the note is for */
export function allowedCreditNoteActions(
  note: CreditFacts & Pick<CreditNote, 'isForRetainer'>,
  actor: Actor,
  { folderIsOpen, ownIsDue }: { folderIsOpen: boolean; ownIsDue: boolean },
): CreditNoteAction[] {
  if (!isAdministrator(actor) || !folderIsOpen || note.voidedAt !== null) return []
  const actions: CreditNoteAction[] = note.available > 0 && (!note.isForRetainer || ownIsDue) ? ['apply'] : []
  return note.applied === 0 ? [...actions, 'void'] : actions
}

export function assertCanManageCreditNotes(actor: Actor): void {
  if (!isAdministrator(actor)) throw forbidden('Only administrators can create and change credit notes.')
}

/**
 * An invoice for a retainer takes only its own notes, because only money that was paid is in a retainer; and these are not
 * credits for work, so that no other invoice takes them.
 */
export const isCreditFor = (
  note: Pick<CreditNote, 'invoiceId' | 'isForRetainer'>,
  invoice: Pick<Invoice, 'id' | 'isRetainer'>,
): boolean => note.invoiceId === invoice.id || (!note.isForRetainer && !invoice.isRetainer)

/** Throws 409 for a void note, for more than its unapplied rest, and for an invoice that does not take it. */
export function assertCanApplyCredit(
  note: CreditFacts & Pick<CreditNote, 'invoiceId' | 'isForRetainer'>,
  amount: number,
  invoice: Pick<Invoice, 'id' | 'isRetainer'>,
): void {
  if (note.voidedAt !== null) throw conflict('This credit note is void.')
  if (amount > note.available)
    throw conflict(`This is more than the ${inDollars(note.available)} left on the credit note.`, 'amount')
  if (isCreditFor(note, invoice)) return
  throw conflict(
    invoice.isRetainer
      ? 'A credit can’t be applied to an invoice for a retainer. Choose another invoice.'
      : 'This credit note is for a retainer, so it can only be applied to that invoice.',
    'invoiceId',
  )
}

/** Throws 409 for a note that is void already or applied to an invoice. */
export function assertCanVoidCreditNote(note: CreditFacts): void {
  if (note.voidedAt !== null) throw conflict('This credit note is already void.')
  if (note.applied > 0)
    throw conflict('This credit note was applied to an invoice. Reverse the credit on the invoice first.')
}
