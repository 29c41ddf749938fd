// Online payment of an invoice: a checkout on Stripe's page, where the card or bank account is entered; the portal never
// sees either. States: open → paid, pending (a bank payment in transit), or expired; pending → paid or failed. Payments,
// refunds, and disputes are entries of the invoice (payment.ts).
import { z } from 'zod'
import { type Actor, isClient } from './actor.ts'
import type { Sector } from './audience.ts'
import { conflict, forbidden, invalid } from './errors.ts'
import { type ActionFacts, balanceOf, InvoiceStatus, Issuer } from './invoice.ts'
import { inDollars } from './money.ts'
import { paymentAmount } from './payment.ts'
import { CalendarDate, Id, Instant } from './text.ts'

export const OnlinePaymentStatus = z.enum(['open', 'pending', 'paid', 'failed', 'expired'])
export type OnlinePaymentStatus = z.infer<typeof OnlinePaymentStatus>

export const OnlineMethod = z.enum(['card', 'ach'])
export type OnlineMethod = z.infer<typeof OnlineMethod>

/** The smallest amount that Stripe takes in dollars. */
export const minOnlineCents = 50

/** `amount` in cents; left out, all that can be paid. */
export const OnlinePaymentInput = z.strictObject({ amount: paymentAmount.optional() })
export type OnlinePaymentInput = z.infer<typeof OnlinePaymentInput>

export const Checkout = z.object({
  id: Id,
  /** The address of Stripe's page. */
  url: z.string(),
  amount: z.int(),
})
export type Checkout = z.infer<typeof Checkout>

export const OnlinePayment = z.object({
  id: Id,
  amount: z.int(),
  status: OnlinePaymentStatus,
  method: OnlineMethod.nullable(),
  /** Cents that were received and are not applied to an invoice (unapplied-payment.ts). */
  unapplied: z.int(),
  createdAt: Instant,
})
export type OnlinePayment = z.infer<typeof OnlinePayment>

/** How one invoice can be paid. */
export const PaymentOptions = z.object({
  invoiceId: Id,
  invoiceNumber: z.string(),
  status: InvoiceStatus,
  dueDate: CalendarDate,
  total: z.int(),
  balance: z.int(),
  /** On its way from a bank. */
  pending: z.int(),
  /** The balance due minus pending payments. */
  payable: z.int(),
  issuer: Issuer,
  /** Null where the firm takes no payments online. */
  online: z.object({ methods: z.array(OnlineMethod), allowsPartial: z.boolean() }).nullable(),
  /** The latest ten, newest first. */
  payments: z.array(OnlinePayment),
  allowed: z.array(z.enum(['pay-online'])),
})
export type PaymentOptions = z.infer<typeof PaymentOptions>

/** Public bodies pay by check or ACH. */
export const onlineMethodsFor = (sector: Sector | null): OnlineMethod[] =>
  sector === 'public-school' ? ['ach'] : ['card', 'ach']

/** The conditions of online payment other than the invoice. */
export interface OnlineFacts {
  /** Keys are set, and the firm has it on. */
  isOffered: boolean
  allowsPartial: boolean
  /** Cents on their way from a bank. */
  pending: number
}

export const payableOf = (invoice: Pick<ActionFacts, 'total' | 'amountPaid'>, pending: number): number =>
  Math.max(0, balanceOf(invoice) - pending)

const isDue = ({ status }: Pick<ActionFacts, 'status'>) => status === 'sent' || status === 'overdue'

export const allowedOnlineActions = (invoice: ActionFacts, actor: Actor, facts: OnlineFacts): 'pay-online'[] =>
  isClient(actor) && facts.isOffered && isDue(invoice) && payableOf(invoice, facts.pending) >= minOnlineCents
    ? ['pay-online']
    : []

/** The amount of a new payment in cents. Throws 403 unless the actor is on the client's side, 409 above the balance due. */
export function onlineAmount(
  invoice: ActionFacts,
  actor: Actor,
  { isOffered, allowsPartial, pending }: OnlineFacts,
  { amount }: OnlinePaymentInput,
): number {
  if (!isClient(actor)) throw forbidden('Only the client can pay an invoice online.')
  if (!isOffered) throw conflict('Online payment isn’t available. The invoice says how else to pay.')
  if (!isDue(invoice)) throw conflict('No payment is due on this invoice.')
  const payable = payableOf(invoice, pending)
  if (payable === 0) throw conflict('A bank payment for this invoice is pending, so no balance is left to pay.')
  if (payable < minOnlineCents) throw conflict(`Online payments are at least ${inDollars(minOnlineCents)}.`)
  const wanted = amount ?? payable
  if (wanted > payable) throw conflict(`You can pay up to ${inDollars(payable)}.`, 'amount')
  if (wanted < payable && !allowsPartial) throw conflict(`Pay the whole amount of ${inDollars(payable)}.`, 'amount')
  if (wanted < minOnlineCents) throw invalid('amount', `Enter at least ${inDollars(minOnlineCents)}.`)
  return wanted
}

/** The part of a received amount that is applied to the invoice; the rest is recorded as unapplied. */
export const appliedOf = (invoice: ActionFacts, received: number): number =>
  isDue(invoice) ? Math.min(received, Math.max(0, balanceOf(invoice))) : 0

/**
 * Divides an amount that Stripe returned, in cents. A refund that was started for an entry takes the money of that entry
 * first. Anything else takes what is not applied to an invoice first, and then the entries in their order.
 * @param entries with what is left of each
 */
export function divideReturned(
  amount: number,
  unapplied: number,
  entries: readonly { id: string; left: number }[],
  startedFor: string | null,
): { unapplied: number; entries: { id: string; amount: number }[] } {
  let rest = amount
  const take = (available: number) => {
    const taken = Math.min(rest, available)
    rest -= taken
    return taken
  }
  const takeFrom = (those: readonly { id: string; left: number }[]) =>
    those.map(({ id, left }) => ({ id, amount: take(left) })).filter((each) => each.amount > 0)
  const first = takeFrom(entries.filter(({ id }) => id === startedFor))
  const fromUnapplied = take(unapplied)
  return { unapplied: fromUnapplied, entries: [...first, ...takeFrom(entries.filter(({ id }) => id !== startedFor))] }
}

const next: Record<OnlinePaymentStatus, readonly OnlinePaymentStatus[]> = {
  open: ['pending', 'paid', 'failed', 'expired'],
  pending: ['paid', 'failed'],
  // Stripe may still accept a payment that expired here.
  expired: ['pending', 'paid', 'failed'],
  failed: ['pending', 'paid'],
  paid: [],
}

/** Status only moves forward: a late event does not undo a newer one. */
export const canBecome = (before: OnlinePaymentStatus, after: OnlinePaymentStatus): boolean =>
  next[before].includes(after)
