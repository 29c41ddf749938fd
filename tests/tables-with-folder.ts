// The tables of the portal that name a client folder.
import { z } from 'zod'
import { typed } from '../server/kit/row-types.ts'
import type { TestApp } from './test-app.ts'

const TableRow = z.object({ name: z.string() })

/** Names of all tables with `client_folder_id`, in order. */
export async function tablesWithFolder({ db }: TestApp): Promise<string[]> {
  const tables = await db.rows(typed(TableRow)`
    select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = 'client_folder_id' order by 1`)
  return tables.map(({ name }) => name)
}
