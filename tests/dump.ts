// What whoever reads the database, or a dump of it, reads.
import { raw } from 'sql-template-tag'
import { z } from 'zod'
import type { World } from './world.ts'
import { typed } from '../server/kit/row-types.ts'

/** Every row of every table, as a dump shows it. */
export async function dumpOf(world: World): Promise<string> {
  const tables = await world.db.rows(typed(z.object({ name: z.string() }))`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'graphile_worker')`)
  const texts = await Promise.all(
    tables.map(({ name }) =>
      world.db.rows(typed(z.object({ line: z.string() }))`select t::text as line from ${raw(name)} t`),
    ),
  )
  return texts
    .flat()
    .map(({ line }) => line)
    .join('\n')
}

/** A secret as it would stand in a dump: as text, or as the hex digits of bytes. */
export const formsOf = (secret: string) => [secret, Buffer.from(secret).toString('hex')]
