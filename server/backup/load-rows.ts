// Loads the rows of a backup into an empty schema of its release, in one transaction.
import type pg from 'pg'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import type { DatabaseAddress } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'
import { statementsOn } from '../kit/unit-of-work.ts'
import { StartError } from '../kit/start-error.ts'
import { inGroups } from './stored-files.ts'
import { readLines } from './encrypted-lines.ts'
import { type Manifest, type OpenBackup, placeOf } from './manifest.ts'
import { openConnection, within } from './snapshot.ts'
import { digestOf, type Table, tablesIn } from './tables.ts'

type BackedUpTable = Manifest['tables'][number]

const batchSize = 500

export async function loadRows(address: DatabaseAddress, backup: OpenBackup, placeOfFiles: string): Promise<void> {
  const { manifest } = backup
  const client = await openConnection(address.owner ?? address)
  try {
    await client.query('begin')
    const keys = await takeForeignKeys(client)
    for (const table of manifest.tables) await loadTable(client, backup, table)
    for (const { table, name, definition } of keys)
      await run(client, sql`alter table ${raw(table)} add constraint ${raw(name)} ${raw(definition)}`)
    await expectTheSame(client, backup)
    await giveUpEmails(client)
    for (const [name, value] of [
      ['files-are-in', placeOfFiles],
      ['restored-from', backup.digest],
    ])
      await run(
        client,
        sql`
        insert into portal_facts (name, value) values (${name}, to_jsonb(${value}::text))
        on conflict (name) do update set value = excluded.value`,
      )
    await client.query('commit')
    await client.query('analyze')
  } finally {
    await client.end()
  }
}

const run = (client: pg.Client, { text, values }: Sql) => client.query({ text, values })

const ForeignKey = z.object({ table: z.string(), name: z.string(), definition: z.string() })

/** Foreign keys form cycles, so they are dropped here and restored, and checked, once all rows are loaded. */
async function takeForeignKeys(client: pg.Client) {
  const rows = await statementsOn(client).rows(typed(ForeignKey)`
    select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`)
  for (const { table, name } of rows) await run(client, sql`alter table ${raw(table)} drop constraint ${raw(name)}`)
  return rows
}

/** Names from a manifest are used in statements only if the database's catalog has them too. */
async function loadTable(client: pg.Client, backup: OpenBackup, backedUp: BackedUpTable): Promise<void> {
  const table = await tableFor(client, backup, backedUp)
  const columns = join(table.columns.map(raw))
  await run(
    client,
    sql`create temporary table incoming on commit drop as select ${columns} from ${raw(table.name)} with no data`,
  )
  const lines = readLines(backup, placeOf.table(backup.folder, backedUp.name), backedUp)
  for await (const some of inGroups(lines, batchSize)) {
    const rows = some.map((line) => JSON.parse(line) as string)
    // Parses each row once rather than once for each column: `offset 0` keeps the planner from merging the two steps.
    await run(
      client,
      sql`
      insert into ${raw(table.name)} (${columns})
      select (s.line).* from (select text::incoming as line from unnest(${rows}::text[]) text offset 0) s`,
    )
  }
  await client.query('drop table incoming')
}

async function tableFor(client: pg.Client, { key }: OpenBackup, { name, columns }: BackedUpTable): Promise<Table> {
  const table = (await tablesIn(within(client), scopeOf(key))).find((each) => each.name === name)
  const isKnown =
    table !== undefined &&
    new Set(columns).size === table.columns.length &&
    columns.every((column) => table.columns.includes(column))
  if (isKnown && columns.length === table.columns.length) return { ...table, columns }
  throw new StartError(`The backup has a table ${name} that its release did not have. Nothing was restored.`)
}

async function expectTheSame(client: pg.Client, { manifest, key }: OpenBackup): Promise<void> {
  const before = new Map(manifest.tables.map((table) => [table.name, table]))
  for (const table of await tablesIn(within(client), scopeOf(key))) {
    const was = before.get(table.name)
    const is = await digestOf(within(client), { ...table, columns: was?.columns ?? table.columns })
    if (is.rows !== (was?.rows ?? 0) || (was !== undefined && is.sha256 !== was.sha256))
      throw new Error(`${table.name} was not restored as it was backed up`)
  }
}

/** Backups of the first format contain tables that later ones leave out. */
const scopeOf = (key: OpenBackup['key']) => (key === null ? 'everything' : 'backup')

/** Email bodies are not in a backup, and most emails were sent after it was created. */
const giveUpEmails = (client: pg.Client) =>
  client.query(
    "update emails set status = 'failed', last_error = 'Not sent: it was waiting when the portal was backed up.' where status = 'queued'",
  )
