// The database's content table by table, in a fixed order and format, for backups and digests.
import { createHash } from 'node:crypto'
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import type { Reader } from '../kit/db.ts'
import type { Snapshot } from './snapshot.ts'
import { typed } from '../kit/row-types.ts'

export const Table = z.object({
  /** Quoted where necessary, as in a statement. */
  name: z.string(),
  columns: z.array(z.string()),
  /** Its primary key, with text in code point order whatever the database's collation. */
  order: z.array(z.string()),
})
export type Table = z.infer<typeof Table>

/**
 * The manifest lists the migrations, and a restore ends all sessions. Unlogged tables are left out because a crash
 * empties them too.
 */
const neverIn = ['migrations', 'sessions']
/** Secrets that open accounts, and replies stored for a day to answer repeated requests, are in no backup. */
const secretTables = [
  'api_keys',
  'idempotency_keys',
  'known_browsers',
  'one_time_links',
  'passkey_challenges',
  'provider_sign_ins',
  'push_subscriptions',
  'reply_addresses',
  'unconfirmed_recipients',
  'webhook_deliveries',
  'webhooks',
]
/** Derived from the files by jobs. */
const derivedTables = ['document_texts']
/** An email's body may contain a link; its entry in the email log is backed up. Releases before 0430 call it `body_box`. */
const secretColumns = { table: 'emails', columns: ['body_encrypted', 'body_box', 'text', 'html'] }

/** Settings of the installation, not content. */
const ownFacts = ['files-are-in', 'last-backup', 'restored-from']

/** Names come from the database's catalog. */
export const tablesIn = (reader: Reader, scope: 'backup' | 'everything' = 'backup'): Promise<Table[]> =>
  reader.rows(typed(Table)`
    select quote_ident(c.relname) as name,
      (select array_agg(quote_ident(a.attname) order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
          and (${scope === 'everything'} or c.relname <> ${secretColumns.table} or a.attnotnull or a.attname <> all(${secretColumns.columns}))) as columns,
      coalesce((
        select array_agg(quote_ident(a.attname) || case when a.attcollation <> 0 then ' collate "C"' else '' end order by k.place)
        from pg_index i, unnest(i.indkey::int[]) with ordinality k (attnum, place), pg_attribute a
        where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid and a.attnum = k.attnum), '{}') as "order"
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p' and c.relname <> all(${scope === 'everything' ? neverIn : [...neverIn, ...secretTables, ...derivedTables]})
    order by c.relname collate "C"`)

const RowText = z.object({ text: z.string() })

/** Each row as one line: PostgreSQL's text form of the row as a JSON string, which it reads back to the same values. */
export async function* linesOf(snapshot: Snapshot, table: Table): AsyncGenerator<string> {
  const columns = join(table.columns.map(raw))
  const order = table.order.length > 0 ? join(table.order.map(raw)) : sql`row(${columns})::text collate "C"`
  const rows = snapshot.stream(typed(RowText)`
    select row(${columns})::text as text from ${raw(table.name)} ${whichOf(table)} order by ${order}`)
  for await (const { text } of rows) yield `${JSON.stringify(text)}\n`
}

const whichOf = ({ name }: Table): Sql => (name === 'portal_facts' ? sql`where name <> all(${ownFacts})` : empty)

export interface TableDigest {
  name: string
  rows: number
  /** Hexadecimal SHA-256 of the table's lines. */
  sha256: string
}

export async function digestOf(snapshot: Snapshot, table: Table): Promise<TableDigest> {
  const hash = createHash('sha256')
  let rows = 0
  for await (const line of linesOf(snapshot, table)) {
    hash.update(line)
    rows++
  }
  return { name: table.name, rows, sha256: hash.digest('hex') }
}

/** Digest of all tables together: equal digests mean equal content. */
export const digestOfAll = (tables: readonly TableDigest[]): string =>
  createHash('sha256')
    .update(tables.map(({ name, rows, sha256 }) => `${name} ${rows} ${sha256}\n`).join(''))
    .digest('hex')
