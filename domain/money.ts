// Money is an integer number of cents. A line is hours × rate rounded half up, and a total is the sum of its rounded lines.
import { z } from 'zod'
import { invalid } from './errors.ts'

/** $99,999,999.99: the largest amount. */
export const maxCents = 9_999_999_999

const notMoney = 'Enter an amount in whole cents.'

/** An amount in cents, from 0 to 9,999,999,999. */
export const Cents = z
  .number(notMoney)
  .int(notMoney)
  .min(0, 'An amount can’t be negative.')
  .max(maxCents, 'An amount can be at most $99,999,999.99.')

/** The same, including negative amounts: the rate of a discount or credit line. */
export const SignedCents = z
  .number(notMoney)
  .int(notMoney)
  .min(-maxCents, 'An amount can be at most $99,999,999.99.')
  .max(maxCents, 'An amount can be at most $99,999,999.99.')

/** An optional amount in cents. */
export const optionalCents = Cents.nullish().transform((cents) => cents ?? null)

/** Hours or pieces, from 0 to 999,999.99, with up to two decimals. */
export const Quantity = z
  .number('Enter a number.')
  .min(0, 'A quantity can’t be negative.')
  .max(999_999.99, 'A quantity can be at most 999,999.99.')
  .refine((quantity) => hundredths(quantity) / 100 === quantity, 'A quantity can have at most two decimal places.')

const hundredths = (quantity: number) => Math.round(quantity * 100)

/** A line's total in cents, rounded half away from zero. Calculated in integer hundredths to avoid binary fractions. */
export const lineTotal = (quantity: number, rateCents: number): number =>
  Math.sign(rateCents) * Number((BigInt(hundredths(quantity)) * BigInt(Math.abs(rateCents)) + 50n) / 100n) + 0

export const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)

/**
 * Throws if a given total differs from the computed one; a missing one is accepted.
 * @param path the field of the body, for the error
 */
export function assertTotal(path: string, sent: number | null | undefined, computed: number): number {
  if (computed > maxCents) throw invalid(path, 'An amount can be at most $99,999,999.99.')
  if (sent !== null && sent !== undefined && sent !== computed)
    throw invalid(path, `This doesn’t add up: it should be ${inDollars(computed)}, not ${inDollars(sent)}.`)
  return computed
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** "$1,250.50" */
export const inDollars = (cents: number): string => dollars.format(cents / 100)

/** "$21,322" and "$1,250.50": for use in a sentence */
export const inShortDollars = (cents: number): string => inDollars(cents).replace(/\.00$/, '')
