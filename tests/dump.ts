// What whoever reads the database, or a dump of it, reads.
import sql, { raw } from 'sql-template-tag'
import type { World } from './world.ts'

/** Every row of every table, as a dump shows it. */
export async function dumpOf(world: World): Promise<string> {
  const tables = await world.db.rows<{ name: string }>(sql`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'graphile_worker')`)
  const texts = await Promise.all(
    tables.map(({ name }) => world.db.rows<{ line: string }>(sql`select t::text as line from ${raw(name)} t`)),
  )
  return texts
    .flat()
    .map(({ line }) => line)
    .join('\n')
}

/** A secret as it would stand in a dump: as text, or as the hex digits of bytes. */
export const formsOf = (secret: string) => [secret, Buffer.from(secret).toString('hex')]
