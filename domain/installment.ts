// Installments of a signed contract: its unbilled amount as 2 to 12 draft invoices, each with an amount and a due date.
import { z } from 'zod'
import { type Actor, isAdministrator } from './actor.ts'
import type { Contract } from './contract.ts'
import { conflict, forbidden, invalid } from './errors.ts'
import type { InvoiceLineInput } from './invoice-lines.ts'
import { inDollars, maxCents, sumOf } from './money.ts'
import { InvoiceInput } from './invoice.ts'

export const minInstallments = 2
export const maxInstallments = 12

const wrongCount = `Enter ${minInstallments} to ${maxInstallments} installments.`

export const InstallmentInput = z.strictObject({
  /** In cents, before sales tax. */
  amount: z
    .number('Enter an amount.')
    .int('Enter an amount in whole cents.')
    .min(1, 'An installment must be at least one cent.')
    .max(maxCents, `An installment can be at most ${inDollars(maxCents)}.`),
  dueDate: InvoiceInput.shape.dueDate,
})
export type InstallmentInput = z.infer<typeof InstallmentInput>

export const InstallmentsInput = z.strictObject({
  installments: z.array(InstallmentInput, wrongCount).min(minInstallments, wrongCount).max(maxInstallments, wrongCount),
})
export type InstallmentsInput = z.infer<typeof InstallmentsInput>

/** Equal parts in cents; the last one includes the remainder. */
export function equalParts(amount: number, count: number): number[] {
  const each = Math.floor(amount / count)
  return Array.from({ length: count }, (_, index) => (index < count - 1 ? each : amount - each * (count - 1)))
}

/**
 * Throws 403 for anyone but administrators, 409 for a contract that is not in effect or is fully billed, and 400 unless the
 * amounts add up to the unbilled amount and each due date is on or after the previous one.
 */
export function assertCanBillInstallments(
  { status }: Pick<Contract, 'status'>,
  actor: Actor,
  remaining: number,
  installments: readonly InstallmentInput[],
): void {
  if (!isAdministrator(actor)) throw forbidden('Only administrators can create and change invoices.')
  if (status === 'draft') throw conflict('This contract isn’t signed yet.')
  if (status !== 'active' && status !== 'completed') throw conflict('This contract has ended, so it can’t be billed.')
  if (remaining <= 0) throw conflict('This contract is fully billed. Void an invoice before you create new ones.')
  const sum = sumOf(installments.map(({ amount }) => amount))
  if (sum !== remaining)
    throw invalid(
      'installments',
      `The installments add up to ${inDollars(sum)}, but ${inDollars(remaining)} of this contract isn’t billed yet.`,
    )
  for (const [at, { dueDate }] of installments.entries())
    if (at > 0 && dueDate < (installments[at - 1] as InstallmentInput).dueDate)
      throw invalid(`installments.${at}.dueDate`, 'Enter a date on or after the previous due date.')
}

export const installmentLine = (
  { contractNumber }: Pick<Contract, 'contractNumber'>,
  { amount }: InstallmentInput,
  { number, count }: { number: number; count: number },
): InvoiceLineInput => ({
  description: `Installment ${number} of ${count}: services under contract ${contractNumber}`,
  quantity: 1,
  rate: amount,
  total: null,
})
