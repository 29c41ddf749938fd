// A retainer: money that a client pays in advance, at most one for each folder. Invoices of its own bill it, and what
// is paid on them is its balance. Applied to another invoice, it reduces the balance due there; the rest is returned
// by refunding the payments. Balance = paid in − applied − refunded.
import { z } from 'zod'
import { type Actor, isAdministrator } from './actor.ts'
import { conflict, forbidden } from './errors.ts'
import { type Invoice, InvoiceInput } from './invoice.ts'
import { inDollars, maxCents, optionalCents } from './money.ts'
import { EntryKind, type EntryMethod } from './payment.ts'
import { CalendarDate, Id, Instant, versioned, optionalText } from './text.ts'

const wholeCents = 'Enter an amount in whole cents.'
const retainerAmount = z
  .number(wholeCents)
  .int(wholeCents)
  .min(1, 'An amount must be at least one cent.')
  .max(maxCents, `An amount can be at most ${inDollars(maxCents)}.`)

/** `lowBalance` in cents; null for no notice. */
export const RetainerInput = z.strictObject({ lowBalance: optionalCents })
export type RetainerInput = z.infer<typeof RetainerInput>

/** An invoice for the retainer. */
export const RetainerInvoiceInput = z.strictObject({
  amount: retainerAmount,
  description: optionalText,
  dueDate: InvoiceInput.shape.dueDate,
})
export type RetainerInvoiceInput = z.infer<typeof RetainerInvoiceInput>

export const RetainerApplicationInput = z.strictObject({
  invoiceId: z.uuid('Choose an invoice.'),
  amount: retainerAmount,
})
export type RetainerApplicationInput = z.infer<typeof RetainerApplicationInput>

export const RetainerAction = z.enum(['bill', 'apply', 'edit'])
export type RetainerAction = z.infer<typeof RetainerAction>

/** In cents. A folder without a retainer has one of zeros, and the version 0. */
export const Retainer = z.object({
  clientFolderId: Id,
  balance: z.int(),
  /** The balance without refunds that are in progress at Stripe. */
  available: z.int(),
  paidIn: z.int(),
  applied: z.int(),
  refunded: z.int(),
  /** When an application lowers the balance to this or less, the team is notified; always null for clients. */
  lowBalance: z.int().nullable(),
  isLow: z.boolean(),
  /** When it was first paid or set up; null for a folder without a retainer. */
  startedAt: Instant.nullable(),
  ...versioned,
})
export type Retainer = z.infer<typeof Retainer>

export const RetainerView = Retainer.extend({ allowed: z.array(RetainerAction) })
export type RetainerView = z.infer<typeof RetainerView>

/** An entry as it changes the balance of the retainer. */
export const RetainerEntry = z.object({
  id: Id,
  date: CalendarDate,
  kind: EntryKind,
  invoiceId: Id,
  invoiceNumber: z.string(),
  /** In cents; negative where it lowers the balance. */
  amount: z.int(),
  /** The balance after it. */
  balance: z.int(),
})
export type RetainerEntry = z.infer<typeof RetainerEntry>

/** By how much an entry of an invoice changes the balance of the folder's retainer, in cents. */
export function retainerChange(
  { isRetainer }: Pick<Invoice, 'isRetainer'>,
  { method, amount }: { method: EntryMethod; amount: number },
): number {
  if (method === 'retainer') return -amount
  return isRetainer && method !== 'credit' ? amount : 0
}

export function allowedForRetainer(
  { available }: Pick<Retainer, 'available'>,
  actor: Actor,
  folderIsOpen: boolean,
): RetainerAction[] {
  if (!isAdministrator(actor) || !folderIsOpen) return []
  return available > 0 ? ['bill', 'apply', 'edit'] : ['bill', 'edit']
}

export function assertCanManageRetainers(actor: Actor): void {
  if (!isAdministrator(actor)) throw forbidden('Only administrators can bill and apply retainers.')
}

/** Throws 409 for an invoice for a retainer. */
export function assertCanApplyRetainer({ isRetainer }: Pick<Invoice, 'isRetainer'>): void {
  if (isRetainer) throw conflict('This invoice is for the retainer. Choose another invoice.', 'invoiceId')
}

/** Throws 409 if an entry would take more than what is available of the retainer. */
export function assertRetainerCovers(available: number, kind: EntryKind, amount: number): void {
  if (amount <= available) return
  const left = inDollars(Math.max(0, available))
  if (kind === 'retainer') throw conflict(`This is more than the ${left} left in the retainer.`, 'amount')
  throw conflict(
    `Only ${left} of the retainer is left. First reverse amounts that were applied to other invoices.`,
    kind === 'refund' ? 'amount' : undefined,
  )
}

/** Whether an application lowers the balance to the limit at which the team is notified. */
export const becomesLow = (before: number, after: number, lowBalance: number | null): boolean =>
  lowBalance !== null && before > lowBalance && after <= lowBalance
