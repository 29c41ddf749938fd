// Many rows as one parameter of a statement: its text does not depend on their number, so it is planned once.
import sql, { raw, type Sql } from 'sql-template-tag'

/**
 * A table expression, with the alias `r`. PostgreSQL estimates a hundred rows, so a join that should use an index needs
 * a `lateral (… offset 0)` or a subquery.
 * @param columns names and types: `id uuid, content text`
 */
export const rowsOf = (columns: string, rows: object[]): Sql =>
  sql`json_to_recordset(${JSON.stringify(rows)}::json) as r(${raw(columns)})`
