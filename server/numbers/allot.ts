// Numbers are allotted in the transaction that creates what they are on: taken back with it, so that none is missing, and waited
// for by whoever wants the next one of the same month or day, so that none is given twice.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { type AllottedNumber, periodOf, readNumber, type Series, written } from '../../domain/numbers.ts'
import { conflict, invalid } from '../../domain/errors.ts'
import { officeDate } from '../../domain/time.ts'
import type { Tx } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'

const field: Record<Series, string> = { PROHR: 'contractNumber', INV: 'invoiceNumber' }

const LastRow = z.object({ last: z.number() })

/**
 * The next number of a series, or the one that the caller brought: 400 when it has not the form, 409 when it is taken.
 * As late in a transaction as can be: the next one waits until this one ends.
 */
export async function allotNumber(tx: Tx, series: Series, wanted: string | null): Promise<string> {
  if (wanted !== null) return claim(tx, series, wanted)
  const period = periodOf(series, officeDate(tx.now))
  for (;;) {
    const { last } = await tx.one(typed(LastRow)`
      insert into number_series (series, period, last) values (${series}, ${period}, 1)
      on conflict (series, period) do update set last = number_series.last + 1 returning last`)
    const number = { series, period, count: last }
    // Somebody may have brought this one.
    if (!(await isTaken(tx, number))) return written(number)
  }
}

async function claim(tx: Tx, series: Series, wanted: string): Promise<string> {
  const number = readNumber(series, wanted)
  if (number === null)
    throw invalid(
      field[series],
      `This is not a number of the form ${written({ series, period: formOf(series), count: 1 })}.`,
    )
  // In the same queue as those who are allotted one.
  await tx.run(sql`
    insert into number_series (series, period, last) values (${series}, ${number.period}, 0)
    on conflict (series, period) do update set last = number_series.last`)
  if (await isTaken(tx, number))
    throw conflict(`The number ${wanted} is taken. Leave it out to get the next one.`, field[series])
  return wanted
}

const formOf = (series: Series) => periodOf(series, '2026-01-31')

async function isTaken(tx: Tx, number: AllottedNumber): Promise<boolean> {
  const text = written(number)
  const found =
    number.series === 'PROHR'
      ? sql`select 1 from contracts where contract_number = ${text}`
      : sql`select 1 from invoices where invoice_number = ${text}`
  return (await tx.maybe(found)) !== null
}
