// The account and item names of an export: today's, and for a closed month those that it was closed with.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { BooksMapping, firstMapping } from '../../domain/books.ts'
import { BooksItemNames, type BooksNames, closedNames } from '../../domain/books-names.ts'
import type { Reader, Tx } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'
import { currentCustomerName } from './customers.ts'
import { itemNames } from './items.ts'
import type { BooksPeriod } from './queries.ts'

const MappingRow = z.object({ mapping: BooksMapping, version: z.int() })

export const mappingOf = async (reader: Reader): Promise<z.infer<typeof MappingRow>> =>
  (await reader.maybe(typed(MappingRow)`select mapping, version from books_mapping`)) ?? {
    mapping: firstMapping,
    version: 1,
  }

export const currentNames = async (reader: Reader): Promise<BooksNames> => ({
  mapping: (await mappingOf(reader)).mapping,
  items: await itemNames(reader),
})

const ClosedRow = z.object({
  id: z.string(),
  names: z.object({ mapping: BooksMapping, items: z.array(BooksItemNames) }),
})

/** The names for the lines of each closed month in the period, and of the open ones (null). */
export async function namesOfExport(
  reader: Reader,
  { from, to }: BooksPeriod,
): Promise<(closedMonthId: string | null) => BooksNames> {
  const current = await currentNames(reader)
  const closed = await reader.rows(typed(ClosedRow)`
    select id, names from closed_months
    where reopened_at is null and month between date_trunc('month', ${from}::timestamp)::date and ${to}::date`)
  const byMonth = new Map(closed.map(({ id, names }) => [id, closedNames(names, current)]))
  return (closedMonthId) => (closedMonthId === null ? current : (byMonth.get(closedMonthId) ?? current))
}

/** Stores the customer names of the clients with entries in the month. The caller has locked the books. */
export const storeCustomersOf = (tx: Tx, closedMonthId: string, month: string): Promise<number> => {
  const isInMonth = (date: ReturnType<typeof sql>) =>
    sql`${date} >= ${`${month}-01`}::date and ${date} < ${`${month}-01`}::date + interval '1 month'`
  return tx.run(sql`
    insert into closed_month_customers (closed_month_id, client_folder_id, name)
    select ${closedMonthId}::uuid, f.id, ${currentCustomerName} from client_folders f
    where f.id in (
      select client_folder_id from invoices where ${isInMonth(sql`(sent_at at time zone 'America/New_York')::date`)}
      union select client_folder_id from credit_notes where ${isInMonth(sql`date`)}
      union select client_folder_id from payments where ${isInMonth(sql`date`)})`)
}
