// Money is a whole number of cents. A line is hours × rate rounded half up, a total is the sum of its rounded lines, and
// Virginia's sales tax as the specification sets it is 5.75 % of the subtotal, rounded half up.
import { z } from 'zod'
import { invalid } from './errors.ts'

/** $99,999,999.99: what one amount may be. */
export const maxCents = 9_999_999_999

const notMoney = 'Please enter an amount in whole cents.'

/** An amount in cents, from 0 to 9,999,999,999. */
export const Cents = z
  .number(notMoney)
  .int(notMoney)
  .min(0, 'An amount cannot be negative.')
  .max(maxCents, 'An amount can be at most $99,999,999.99.')

/** An amount in cents, or nothing. */
export const optionalCents = Cents.nullish().transform((cents) => cents ?? null)

/** Hours or pieces, from 0 to 999,999.99, with up to two decimals. */
export const Quantity = z
  .number('Please enter a number.')
  .min(0, 'A quantity cannot be negative.')
  .max(999_999.99, 'A quantity can be at most 999,999.99.')
  .refine((quantity) => hundredths(quantity) / 100 === quantity, 'A quantity has at most two decimals.')

const hundredths = (quantity: number) => Math.round(quantity * 100)

/** Cents of a line. Counted in whole hundredths, so that no binary fraction ever rounds it. */
export const lineTotal = (quantity: number, rateCents: number): number =>
  Number((BigInt(hundredths(quantity)) * BigInt(rateCents) + 50n) / 100n)

/** 5.75 %, in hundredths of a percent. */
export const salesTaxRate = 575

/** Cents of tax on a subtotal in cents. */
export const salesTax = (subtotalCents: number): number =>
  Number((BigInt(subtotalCents) * BigInt(salesTaxRate) + 5_000n) / 10_000n)

export const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)

/**
 * A sum that the caller sent has to be the one that the portal computes; one that was left out is computed.
 * @param path the field of the body, for the refusal
 */
export function assertTotal(path: string, sent: number | null | undefined, computed: number): number {
  if (computed > maxCents) throw invalid(path, 'An amount can be at most $99,999,999.99.')
  if (sent !== null && sent !== undefined && sent !== computed)
    throw invalid(path, `This does not add up: it should be ${inDollars(computed)}, not ${inDollars(sent)}.`)
  return computed
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** "$1,250.50" */
export const inDollars = (cents: number): string => dollars.format(cents / 100)
