// Numbers are assigned in the transaction that creates the item: rolled back with it, so that there are no gaps, and
// serialized per month or day, so that no number is assigned twice.
import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { type DocumentNumber, periodOf, readNumber, type Series, written } from '../../domain/numbering.ts'
import { conflict, invalid } from '../../domain/errors.ts'
import { officeDate } from '../../domain/time.ts'
import type { Tx } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'

const field: Record<Series, string> = { PROHR: 'contractNumber', INV: 'invoiceNumber', CN: 'creditNoteNumber' }

const LastRow = z.object({ last: z.number() })

/**
 * The next number of a series, or the given custom one: throws 400 if its format is wrong, 409 if it is taken. Call it
 * as late as possible in a transaction, since it blocks the next caller until this one ends.
 */
export async function nextNumber(tx: Tx, series: Series, wanted: string | null): Promise<string> {
  if (wanted !== null) return claim(tx, series, wanted)
  const period = periodOf(series, officeDate(tx.now))
  for (;;) {
    const { last } = await tx.one(typed(LastRow)`
      insert into number_series (series, period, last) values (${series}, ${period}, 1)
      on conflict (series, period) do update set last = number_series.last + 1 returning last`)
    const number = { series, period, count: last }
    // The number may already exist as a custom one.
    if (!(await isTaken(tx, number))) return written(number)
  }
}

async function claim(tx: Tx, series: Series, wanted: string): Promise<string> {
  const number = readNumber(series, wanted)
  if (number === null)
    throw invalid(
      field[series],
      `Enter a number in the format ${written({ series, period: formOf(series), count: 1 })}.`,
    )
  // Takes the same lock as assigned numbers.
  await tx.run(sql`
    insert into number_series (series, period, last) values (${series}, ${number.period}, 0)
    on conflict (series, period) do update set last = number_series.last`)
  if (await isTaken(tx, number))
    throw conflict(`The number ${wanted} is taken. Leave it out to get the next one.`, field[series])
  return wanted
}

const formOf = (series: Series) => periodOf(series, '2026-01-31')

const withNumber: Record<Series, (number: string) => Sql> = {
  PROHR: (number) => sql`select 1 from contracts where contract_number = ${number}`,
  INV: (number) => sql`select 1 from invoices where invoice_number = ${number}`,
  CN: (number) => sql`select 1 from credit_notes where credit_note_number = ${number}`,
}

async function isTaken(tx: Tx, number: DocumentNumber): Promise<boolean> {
  const text = written(number)
  return (await tx.maybe(withNumber[number.series](text))) !== null
}
