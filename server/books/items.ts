// The items and accounts of services and kinds of lines in the accounting program.
import sql, { join } from 'sql-template-tag'
import type { z } from 'zod'
import type { listBooksItems as endpoint } from '../../api/books.ts'
import { BooksItem, type BooksItemInput, BooksItemNames, booksLineKinds } from '../../domain/books-names.ts'
import { notFound } from '../../domain/errors.ts'
import { takeAdvisoryLock } from '../kit/advisory-lock.ts'
import type { Reader, Tx } from '../kit/db.ts'
import { containing, type Order, pageIn, type Page, Place, placeIn, toPage } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'
import { assertVersion, type IfMatch } from '../kit/version.ts'

const kinds = join(
  Object.entries(booksLineKinds).map(([kind, { id, name }]) => sql`(${id}::uuid, ${name}::text, ${kind}::text)`),
)

const items = sql`(
  select r.id, r.service_name as name, null as kind, r.is_active from service_rates r
  union all select k.id, k.name, k.kind, true from (values ${kinds}) k (id, name, kind))`

const columns = sql`
  s.id, s.name, s.kind, s.is_active as "isActive", b.item, b.income_account as "incomeAccount",
  b.xero_account_code as "xeroAccountCode", b.xero_item_code as "xeroItemCode", coalesce(b.version, 1) as version`

const tables = sql`${items} s left join books_items b on b.id = s.id`

/** The kinds first, then the services by name. */
const byName: Order = { by: sql`(s.kind is null)::int || ' ' || lower(s.name)`, type: 'text' }

const ListRow = BooksItem.extend({ place: Place })

export async function listBooksItems(
  reader: Reader,
  { q, ...query }: z.output<(typeof endpoint)['query']>,
): Promise<Page<BooksItem>> {
  const rows = await reader.rows(typed(ListRow)`
    select ${columns}, ${placeIn(byName)} from ${tables}
    where true ${q ? sql`and (s.name || ' ' || coalesce(b.item, '')) ilike ${containing(q)}` : sql``}
      ${pageIn(byName, sql`s.id`, query)}`)
  const found = toPage(rows, query)
  return { items: found.items.map(({ place: _place, ...row }) => row), next: found.next }
}

export async function readBooksItem(reader: Reader, id: string): Promise<BooksItem> {
  const item = await reader.maybe(typed(BooksItem)`select ${columns} from ${tables} where s.id = ${id}`)
  if (item === null) throw notFound()
  return item
}

export const itemNames = (reader: Reader): Promise<BooksItemNames[]> =>
  reader.rows(typed(BooksItemNames)`
    select id, item, income_account as "incomeAccount", xero_account_code as "xeroAccountCode", xero_item_code as "xeroItemCode"
    from books_items order by id`)

export async function changeBooksItem(tx: Tx, id: string, input: BooksItemInput, ifMatch: IfMatch): Promise<BooksItem> {
  await takeAdvisoryLock(tx, 'books')
  const before = await readBooksItem(tx, id)
  assertVersion(before, ifMatch)
  const { item, incomeAccount, xeroAccountCode, xeroItemCode } = input
  await tx.run(sql`
    insert into books_items (id, service_rate_id, item, income_account, xero_account_code, xero_item_code, version)
    values (${id}, ${before.kind === null ? id : null}, ${item}, ${incomeAccount}, ${xeroAccountCode}, ${xeroItemCode},
      ${before.version + 1})
    on conflict (id) do update set item = excluded.item, income_account = excluded.income_account,
      xero_account_code = excluded.xero_account_code, xero_item_code = excluded.xero_item_code, version = excluded.version`)
  tx.record(
    { action: 'books.item-changed', id, details: { before: namesOf(before), after: input } },
    { type: 'books', id },
  )
  return readBooksItem(tx, id)
}

const namesOf = ({ item, incomeAccount, xeroAccountCode, xeroItemCode }: BooksItemInput): BooksItemInput => ({
  item,
  incomeAccount,
  xeroAccountCode,
  xeroItemCode,
})
