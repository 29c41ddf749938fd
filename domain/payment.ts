// A payment: money that came in for an invoice, in whole or in part. Written once, never changed.
import { z } from 'zod'
import { inDollars, maxCents } from './money.ts'
import { CalendarDate, Id, Instant, kept, optionalName } from './text.ts'

export const paymentMethods = ['check', 'bank-transfer', 'card', 'cash', 'other'] as const
export const PaymentMethod = z.enum(paymentMethods)
export type PaymentMethod = z.infer<typeof PaymentMethod>

export const paymentMethodLabels: Record<PaymentMethod, string> = {
  check: 'Check',
  'bank-transfer': 'Bank transfer',
  card: 'Card',
  cash: 'Cash',
  other: 'Other',
}

const wholeCents = 'Please enter an amount in whole cents.'

/** `amount` in cents; the date is the office's today where none is said, and never later than that. */
export const PaymentInput = z.strictObject({
  amount: z
    .number(wholeCents)
    .int(wholeCents)
    .min(1, 'A payment is at least one cent.')
    .max(maxCents, `A payment can be at most ${inDollars(maxCents)}.`),
  date: CalendarDate.refine((date) => date >= '2000-01-01', 'Please enter a date from the year 2000 on.').optional(),
  method: PaymentMethod.default('other'),
  reference: optionalName,
})
export type PaymentInput = z.infer<typeof PaymentInput>

export const Payment = z.object({
  id: Id,
  invoiceId: Id,
  invoiceNumber: z.string(),
  clientFolderId: Id,
  amount: z.int(),
  date: z.string(),
  method: PaymentMethod,
  reference: z.string().nullable(),
  recordedById: Id,
  recordedByName: z.string().nullable(),
  /** What is open on the invoice once this payment is in, in cents. */
  balance: z.int(),
  createdAt: Instant,
  ...kept,
})
export type Payment = z.infer<typeof Payment>
