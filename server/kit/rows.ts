// Rows as one value of a statement: its text stays the same for one row as for many, so it is planned once.
import sql, { raw, type Sql } from 'sql-template-tag'

/**
 * Something to select from, as `r`. PostgreSQL takes it for a hundred rows, so what is joined to it goes into a `lateral (… offset 0)` or a
 * select of its own where it should be found by its index.
 * @param columns their names and types: `id uuid, content text`
 */
export const rowsOf = (columns: string, rows: object[]): Sql =>
  sql`json_to_recordset(${JSON.stringify(rows)}::json) as r(${raw(columns)})`
