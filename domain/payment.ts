// Entries on an invoice: payments and their corrections. An entry is written once, never edited or deleted; a wrong one
// is reversed by an entry with the opposite sign.
import { z } from 'zod'
import { type Actor, isAdministrator } from './actor.ts'
import { conflict, forbidden } from './errors.ts'
import { inDollars, maxCents } from './money.ts'
import { CalendarDate, Id, Instant, versioned, optionalName, requiredText } from './text.ts'

export const paymentMethods = ['check', 'bank-transfer', 'card', 'cash', 'other'] as const
export const PaymentMethod = z.enum(paymentMethods)
export type PaymentMethod = z.infer<typeof PaymentMethod>

/** `credit`: a credit note was applied, `retainer`: a part of the client's retainer; no money moved. */
export const EntryMethod = z.enum([...paymentMethods, 'credit', 'retainer'])
export type EntryMethod = z.infer<typeof EntryMethod>

export const paymentMethodLabels: Record<EntryMethod, string> = {
  check: 'Check',
  'bank-transfer': 'Bank transfer',
  card: 'Card',
  cash: 'Cash',
  other: 'Other',
  credit: 'Credit note',
  retainer: 'Retainer',
}

export const EntryKind = z.enum(['payment', 'reversal', 'refund', 'credit', 'retainer'])
export type EntryKind = z.infer<typeof EntryKind>

export const entryKindLabels: Record<EntryKind, string> = {
  payment: 'Payment',
  reversal: 'Reversal',
  refund: 'Refund',
  credit: 'Credit',
  retainer: 'Retainer applied',
}

const wholeCents = 'Enter an amount in whole cents.'

export const paymentAmount = z
  .number('Enter an amount in whole cents.')
  .int('Enter an amount in whole cents.')
  .min(1, 'A payment must be at least one cent.')
  .max(maxCents, `A payment can be at most ${inDollars(maxCents)}.`)

const entryDate = CalendarDate.refine((date) => date >= '2000-01-01', 'Enter a date in 2000 or later.')

/** `amount` in cents; the date defaults to the office's today and is never later. */
export const PaymentInput = z.strictObject({
  amount: paymentAmount,
  date: entryDate.optional(),
  method: PaymentMethod.default('other'),
  reference: optionalName,
})
export type PaymentInput = z.infer<typeof PaymentInput>

export const correctionReason = requiredText('Enter a reason.', 1000)

/** A reversal is dated today: it corrects the books without changing the day of the entry. */
export const ReversalInput = z.strictObject({ reason: correctionReason })
export type ReversalInput = z.infer<typeof ReversalInput>

/**
 * Money returned to the client. With `creditNote`, a credit note for the same amount keeps the invoice from being due
 * again.
 */
export const RefundInput = z.strictObject({
  amount: z
    .number(wholeCents)
    .int(wholeCents)
    .min(1, 'A refund must be at least one cent.')
    .max(maxCents, `A refund can be at most ${inDollars(maxCents)}.`),
  date: entryDate.optional(),
  method: PaymentMethod.default('other'),
  reference: optionalName,
  reason: correctionReason,
  creditNote: z.boolean().default(false),
})
export type RefundInput = z.infer<typeof RefundInput>

/** A refund of an online payment, made through Stripe to the card or bank account that paid. */
export const OnlineRefundInput = RefundInput.pick({ amount: true, reason: true, creditNote: true })
export type OnlineRefundInput = z.infer<typeof OnlineRefundInput>

export const PaymentAction = z.enum(['receipt', 'reverse', 'refund', 'refund-online'])
export type PaymentAction = z.infer<typeof PaymentAction>

export const Payment = z.object({
  id: Id,
  invoiceId: Id,
  invoiceNumber: z.string(),
  clientFolderId: Id,
  kind: EntryKind,
  /** In cents; negative for a reversal or a refund. */
  amount: z.int(),
  date: z.string(),
  method: EntryMethod,
  reference: z.string().nullable(),
  /** For a reversal or a refund: the entry that it corrects. */
  reversesId: Id.nullable(),
  creditNoteId: Id.nullable(),
  creditNoteNumber: z.string().nullable(),
  reason: z.string().nullable(),
  /** When it was reversed. */
  reversedAt: Instant.nullable(),
  /** The refunded amount, in cents. */
  refunded: z.int(),
  /** Paid through Stripe. */
  isOnline: z.boolean(),
  /** Null for what Stripe reported. */
  recordedById: Id.nullable(),
  recordedByName: z.string().nullable(),
  /** The invoice's balance after this entry, in cents. */
  balance: z.int(),
  createdAt: Instant,
  ...versioned,
})
export type Payment = z.infer<typeof Payment>

export const PaymentView = Payment.extend({ allowed: z.array(PaymentAction) })
export type PaymentView = z.infer<typeof PaymentView>

export type EntryFacts = Pick<Payment, 'kind' | 'amount' | 'reversedAt' | 'refunded' | 'isOnline'>

/** A payment and a refund have a receipt; the others move no money. */
export const hasReceipt = ({ kind }: Pick<Payment, 'kind'>): boolean => kind === 'payment' || kind === 'refund'

/** Throws 409 for an entry that moves no money. */
export function assertHasReceipt(payment: Pick<Payment, 'kind'>): void {
  if (!hasReceipt(payment)) throw conflict('Only a payment or a refund has a receipt.')
}

export function allowedPaymentActions(payment: EntryFacts, actor: Actor, folderIsOpen: boolean): PaymentAction[] {
  const receipt: PaymentAction[] = hasReceipt(payment) ? ['receipt'] : []
  if (!isAdministrator(actor) || !folderIsOpen || payment.reversedAt !== null || payment.kind === 'reversal')
    return receipt
  const actions: PaymentAction[] = payment.refunded === 0 ? [...receipt, 'reverse'] : receipt
  return payment.kind === 'payment' && payment.refunded < payment.amount
    ? [...actions, payment.isOnline ? 'refund-online' : 'refund']
    : actions
}

function assertCanCorrect(actor: Actor) {
  if (!isAdministrator(actor)) throw forbidden('Only administrators can correct payments.')
}

/** Throws 403 for anyone but administrators, 409 for a second reversal and a refunded payment. */
export function assertCanReversePayment(payment: EntryFacts, actor: Actor): void {
  assertCanCorrect(actor)
  if (payment.kind === 'reversal') throw conflict('A reversal can’t be reversed. Record the payment again instead.')
  if (payment.reversedAt !== null) throw conflict('This entry was already reversed.')
  if (payment.refunded > 0) throw conflict('Part of this payment was refunded. Reverse the refund first.')
}

/** Throws 403 for anyone but administrators, 409 for all but payments recorded by hand, and above the remaining amount. */
export function assertCanRefundPayment(payment: EntryFacts, actor: Actor, amount: number): void {
  assertRefundable(payment, actor)
  if (payment.isOnline)
    throw conflict('This payment was made online. Choose “Refund online” to return it through Stripe.')
  assertLeftToRefund(payment, amount)
}

/** Throws 403 for anyone but administrators, 409 for all but online payments, and above the remaining amount. */
export function assertCanRefundOnline(payment: EntryFacts, actor: Actor, amount: number): void {
  assertRefundable(payment, actor)
  if (!payment.isOnline) throw conflict('This payment wasn’t made online. Return the money, then record the refund.')
  assertLeftToRefund(payment, amount)
}

function assertRefundable(payment: EntryFacts, actor: Actor) {
  assertCanCorrect(actor)
  if (payment.kind !== 'payment') throw conflict('Only a payment can be refunded.')
  if (payment.reversedAt !== null) throw conflict('This payment was reversed, so there is nothing to refund.')
}

function assertLeftToRefund(payment: EntryFacts, amount: number) {
  const left = payment.amount - payment.refunded
  if (amount > left) throw conflict(`This is more than the ${inDollars(left)} that can be refunded.`, 'amount')
}
