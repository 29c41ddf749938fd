// The names of clients in the accounting program. Each save is a row, so that the audit log can refer to the name before
// and after without containing it.
import sql from 'sql-template-tag'
import { z } from 'zod'
import type { listBooksCustomers as endpoint } from '../../api/books.ts'
import type { Actor } from '../../domain/actor.ts'
import { assertOwnCustomer, BooksCustomer, type BooksCustomerInput } from '../../domain/books-names.ts'
import { notFound } from '../../domain/errors.ts'
import { takeAdvisoryLock } from '../kit/advisory-lock.ts'
import type { Reader, Tx } from '../kit/db.ts'
import { newId } from '../kit/id.ts'
import { containing, type Order, pageIn, type Page, Place, placeIn, toPage } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'
import { assertVersion, type IfMatch } from '../kit/version.ts'

/** The name that was set for folder `f`; null for the name of the folder. */
export const latestCustomerName = sql`
  (select b.name from books_customers b where b.client_folder_id = f.id order by b.version desc limit 1)`

/** The name of folder `f` in open months. The ends of ids differ, unlike their starts. */
export const currentCustomerName = sql`
  case when f.erasure_started_at is not null
      and exists (select from erasures e where e.client_folder_id = f.id and e.rows_erased_at is not null)
    then f.name || ' ' || right(f.id::text, 8)
    else coalesce(${latestCustomerName}, f.name) end`

/** Accounting programs ignore case; IIF has neither quotation marks nor repeated spaces. */
const compared = sql`lower(btrim(regexp_replace(c.customer, '[\\s"]+', ' ', 'g')))`

/**
 * Of all folders, because only administrators read them; a folder that was merged into another one has no money, and an
 * erased client can't be named.
 */
const customers = sql`(
  select c.*, count(*) over (partition by ${compared}) > 1 as is_shared
  from (
    select f.id, f.name as folder_name, b.id as name_id, b.name, coalesce(b.name, f.name) as customer, coalesce(b.version, 1) as version
    from client_folders f left join lateral (
      select id, name, version from books_customers where client_folder_id = f.id order by version desc limit 1) b on true
    where f.merged_at is null and f.erasure_started_at is null) c)`

const columns = sql`
  c.id, c.folder_name as "clientFolderName", c.name, c.customer, c.is_shared as "isShared", c.version`

const byFolder: Order = { by: sql`lower(c.folder_name)`, type: 'text' }
const shown = { named: sql`and c.name is not null`, shared: sql`and c.is_shared` }

const ListRow = BooksCustomer.extend({ place: Place })

export async function listBooksCustomers(
  reader: Reader,
  { q, show, ...query }: z.output<(typeof endpoint)['query']>,
): Promise<Page<BooksCustomer>> {
  const rows = await reader.rows(typed(ListRow)`
    select ${columns}, ${placeIn(byFolder)} from ${customers} c
    where true ${q ? sql`and (c.folder_name || ' ' || c.customer) ilike ${containing(q)}` : sql``}
      ${show === undefined ? sql`` : shown[show]} ${pageIn(byFolder, sql`c.id`, query)}`)
  const { items, next } = toPage(rows, query)
  return { items: items.map(({ place: _place, ...row }) => row), next }
}

const CustomerRow = BooksCustomer.extend({ nameId: z.string().nullable() })

async function customerFor(reader: Reader, id: string) {
  const customer = await reader.maybe(typed(CustomerRow)`
    select ${columns}, c.name_id as "nameId" from ${customers} c where c.id = ${id}`)
  if (customer === null) throw notFound()
  return customer
}

export async function readBooksCustomer(reader: Reader, id: string): Promise<BooksCustomer> {
  const { nameId: _nameId, ...customer } = await customerFor(reader, id)
  return customer
}

const OtherRow = z.object({ folder: z.string() })

export async function changeBooksCustomer(
  tx: Tx,
  actor: Actor,
  clientFolderId: string,
  { name, isShared }: BooksCustomerInput,
  ifMatch: IfMatch,
): Promise<BooksCustomer> {
  // Locked before the books, as by payments, so that no erasure starts and leaves the name.
  await tx.rows(sql`select id from client_folders where id = ${clientFolderId} for share`)
  await takeAdvisoryLock(tx, 'books')
  const { nameId: beforeId, ...before } = await customerFor(tx, clientFolderId)
  assertVersion(before, ifMatch)
  const other = await tx.maybe(typed(OtherRow)`
    select c.folder_name as folder from ${customers} c
    where c.id <> ${clientFolderId} and ${compared} = (
      select ${compared} from (select ${name ?? before.clientFolderName}::text as customer) c)
    order by c.id limit 1`)
  assertOwnCustomer(other?.folder ?? null, isShared)
  const id = newId()
  await tx.run(sql`
    insert into books_customers (id, client_folder_id, version, name, changed_by_id, changed_at)
    values (${id}, ${clientFolderId}, ${before.version + 1}, ${name}, ${actor.id}, ${tx.now})`)
  tx.record(
    {
      action: 'books.customer-changed',
      id: clientFolderId,
      clientFolderId,
      details: {
        before: { nameId: beforeId, isSet: before.name !== null },
        after: { nameId: id, isSet: name !== null },
        isShared: other !== null,
      },
    },
    { type: 'books', id: clientFolderId },
  )
  return readBooksCustomer(tx, clientFolderId)
}
