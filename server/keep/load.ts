// The rows of a back-up into an empty schema of their release, in one transaction.
import type pg from 'pg'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { DatabaseAddress } from '../kit/db.ts'
import { StartError } from '../kit/start-error.ts'
import { inGroups } from './kept-files.ts'
import { readLines } from './lines.ts'
import { type Manifest, type OpenBackup, placeOf } from './manifest.ts'
import { openConnection, within } from './snapshot.ts'
import { digestOf, type Table, tablesIn } from './tables.ts'

type BackedUpTable = Manifest['tables'][number]

const atOnce = 500

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
    await loadJobs(client, backup)
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

/** Rows refer to one another in circles; references are put back, and held, when all rows are there. */
async function takeForeignKeys(client: pg.Client) {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(`
    select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`)
  for (const { table, name } of rows) await run(client, sql`alter table ${raw(table)} drop constraint ${raw(name)}`)
  return rows
}

/** The names in a manifest go into statements only when the database's own catalogue has them too. */
async function loadTable(client: pg.Client, backup: OpenBackup, backedUp: BackedUpTable): Promise<void> {
  const table = await tableFor(client, backup, backedUp)
  const columns = join(table.columns.map(raw))
  await run(
    client,
    sql`create temporary table incoming on commit drop as select ${columns} from ${raw(table.name)} with no data`,
  )
  const lines = readLines(backup, placeOf.table(backup.folder, backedUp.name), backedUp)
  for await (const some of inGroups(lines, atOnce)) {
    const rows = some.map((line) => JSON.parse(line) as string)
    // Each row is read once, not once for each of its columns: `offset 0` keeps the two steps apart.
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
  throw new StartError(
    `The backup has a table ${name} that this portal's schema of that time has not. Nothing was restored.`,
  )
}

async function expectTheSame(client: pg.Client, { manifest, key }: OpenBackup): Promise<void> {
  const before = new Map(manifest.tables.map((table) => [table.name, table]))
  for (const table of await tablesIn(within(client), scopeOf(key))) {
    const was = before.get(table.name)
    const is = await digestOf(within(client), { ...table, columns: was?.columns ?? table.columns })
    if (is.rows !== (was?.rows ?? 0) || (was !== undefined && is.sha256 !== was.sha256))
      throw new Error(`${table.name} did not come back as it was backed up`)
  }
}

interface WaitingJob {
  task: string
  payload: unknown
  queue: string | null
  runAt: string
  maxAttempts: number
  key: string | null
  priority: number
}

/** Backups of the first format hold what later ones leave out. */
const scopeOf = (key: OpenBackup['key']) => (key === null ? 'everything' : 'backup')

const emailJobs = ['send-email', 'deliver-email']

/** What they say is not in a backup, and most were sent after it was made. */
const giveUpEmails = (client: pg.Client) =>
  client.query(
    "update emails set status = 'failed', last_error = 'Not sent: it was waiting when the portal was backed up.' where status = 'queued'",
  )

async function loadJobs(client: pg.Client, backup: OpenBackup): Promise<void> {
  for await (const line of readLines(backup, placeOf.jobs(backup.folder), backup.manifest.jobs)) {
    const { task, payload, queue, runAt, maxAttempts, key, priority } = JSON.parse(line) as WaitingJob
    if (emailJobs.includes(task)) continue
    await run(
      client,
      sql`
      select from graphile_worker.add_job(${task}, payload => ${JSON.stringify(payload)}::json, queue_name => ${queue},
        run_at => ${runAt}::timestamptz, max_attempts => ${maxAttempts}::int, job_key => ${key}, priority => ${priority}::int)`,
    )
  }
}
