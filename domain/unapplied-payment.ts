// Money that was received online and is not applied to an invoice: the invoice was paid in another way, or voided, while
// the client paid. Part or all of it is applied to an invoice of the client, added to the client's retainer, or refunded.
import { z } from 'zod'
import { type Actor, isAdministrator } from './actor.ts'
import { conflict, forbidden } from './errors.ts'
import { inDollars } from './money.ts'
import { OnlineMethod } from './online-payment.ts'
import { OnlineRefundInput, paymentAmount } from './payment.ts'
import { Id, Instant } from './text.ts'

export const UnappliedApplicationInput = z.strictObject({
  invoiceId: z.uuid('Choose an invoice.'),
  amount: paymentAmount,
})
export type UnappliedApplicationInput = z.infer<typeof UnappliedApplicationInput>

export const UnappliedRetainerInput = z.strictObject({ amount: paymentAmount })
export type UnappliedRetainerInput = z.infer<typeof UnappliedRetainerInput>

export const UnappliedRefundInput = OnlineRefundInput.pick({ amount: true, reason: true })
export type UnappliedRefundInput = z.infer<typeof UnappliedRefundInput>

export const UnappliedAction = z.enum(['apply', 'add-to-retainer', 'refund'])
export type UnappliedAction = z.infer<typeof UnappliedAction>

export const UnappliedPayment = z.object({
  /** Of the online payment. */
  id: Id,
  /** The invoice that the client paid. */
  invoiceId: Id,
  invoiceNumber: z.string(),
  clientFolderId: Id,
  clientFolderName: z.string(),
  method: OnlineMethod.nullable(),
  /** All that was received, and the part that is not applied, in cents. */
  amount: z.int(),
  unapplied: z.int(),
  /** A refund of it is in progress at Stripe. */
  isRefunding: z.boolean(),
  createdAt: Instant,
})
export type UnappliedPayment = z.infer<typeof UnappliedPayment>

export const UnappliedPaymentView = UnappliedPayment.extend({ allowed: z.array(UnappliedAction) })
export type UnappliedPaymentView = z.infer<typeof UnappliedPaymentView>

type UnappliedFacts = Pick<UnappliedPayment, 'unapplied' | 'isRefunding'>

/** @param canRefund whether Stripe is set up */
export function allowedForUnapplied(
  { unapplied, isRefunding }: UnappliedFacts,
  actor: Actor,
  { folderIsOpen, canRefund }: { folderIsOpen: boolean; canRefund: boolean },
): UnappliedAction[] {
  if (!isAdministrator(actor) || !folderIsOpen || isRefunding || unapplied === 0) return []
  return canRefund ? ['apply', 'add-to-retainer', 'refund'] : ['apply', 'add-to-retainer']
}

/** Throws 403 for anyone but administrators, 409 during a refund and for more than is not applied. */
export function assertCanResolveUnapplied(
  { unapplied, isRefunding }: UnappliedFacts,
  actor: Actor,
  amount: number,
): void {
  if (!isAdministrator(actor)) throw forbidden('Only administrators can apply and refund online payments.')
  if (isRefunding) throw conflict('A refund of this payment is in progress. Wait until it is finished.')
  if (unapplied === 0) throw conflict('Nothing of this payment is left to apply or refund.')
  if (amount > unapplied) throw conflict(`This is more than the ${inDollars(unapplied)} that is left.`, 'amount')
}
