// What someone with access to the database or a dump of it can read.
import { raw } from 'sql-template-tag'
import { z } from 'zod'
import type { TestApp } from './test-app.ts'
import { typed } from '../server/kit/row-types.ts'

/** Every row of every table, as in a dump. */
export async function dumpOf(testApp: TestApp): Promise<string> {
  const tables = await testApp.db.rows(typed(z.object({ name: z.string() }))`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'graphile_worker')`)
  const texts = await Promise.all(
    tables.map(({ name }) =>
      testApp.db.rows(typed(z.object({ line: z.string() }))`select t::text as line from ${raw(name)} t`),
    ),
  )
  return texts
    .flat()
    .map(({ line }) => line)
    .join('\n')
}

/** Forms of a secret in a dump: as text, or as the hex digits of bytes. */
export const formsOf = (secret: string) => [secret, Buffer.from(secret).toString('hex')]
