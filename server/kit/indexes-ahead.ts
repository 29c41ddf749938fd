// The indexes that a release adds to large tables are built before its migrations run, while people go on writing: in the migrations'
// transaction a table would be locked for as long as they take.
import pg from 'pg'

export interface Migration {
  name: string
  text: string
}

/** An index of a smaller table is built before anybody notices. */
const largeBytes = 1_000_000

const made = /^create (?:unique )?index (\w+) on (\w+)[^;]*/gim

/** What cannot be built yet, because it rests on something that the migrations make, is left to them. */
const isNotYet = (error: unknown) => error instanceof pg.DatabaseError && /^(42|23505)/.test(error.code ?? '')

/** May be stopped at any point and called again. */
export async function buildIndexesAhead(client: pg.Client, pending: readonly Migration[]): Promise<void> {
  const texts = pending.map(({ text }) => text).join('\n')
  const wanted = [...texts.matchAll(made)].map(([statement, name = '', table = '']) => ({ statement, name, table }))
  // An index that is made anew under its name is there already.
  const own = wanted.filter(({ name }) => !new RegExp(`^drop index ${name};`, 'im').test(texts))
  const large = await largeAmong(
    client,
    own.map(({ table }) => table),
  )
  for (const { statement, name } of own.filter((each) => large.has(each.table))) {
    await dropHalf(client, name)
    const ahead = statement.replace(/index (?=\w+ on)/i, 'index concurrently if not exists ')
    try {
      await client.query(ahead)
    } catch (error) {
      if (!isNotYet(error)) throw error
      await dropHalf(client, name)
    }
  }
}

/** The text of a migration, in which an index that is there already is no fault. */
export const withIndexesAhead = (text: string): string =>
  text.replaceAll(made, (statement) => statement.replace(/index (?=\w+ on)/i, 'index if not exists '))

async function largeAmong(client: pg.Client, tables: string[]): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relname = any($1) and pg_relation_size(oid) > $2`,
    [tables, largeBytes],
  )
  return new Set(rows.map(({ name }) => name))
}

/** Of a build that was cut off an index stays behind that nobody may use. */
async function dropHalf(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query(
    `select from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relnamespace = 'public'::regnamespace and c.relname = $1 and not i.indisvalid`,
    [name],
  )
  if (rows.length > 0) await client.query(`drop index concurrently ${name}`)
}
