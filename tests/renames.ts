// What migrations renamed and dropped, read from their files.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../server/migrations')

/** All migrations in order, by name without extension. */
export const allMigrations = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .map((name) => name.slice(0, -4))
  .toSorted()

const renames = allMigrations.flatMap((migration) =>
  [
    ...readFileSync(join(folder, `${migration}.sql`), 'utf8').matchAll(
      /^alter table (\w+) rename (?:column (\w+) )?to (\w+);$/gm,
    ),
  ].map(([, table = '', column, to = '']) => ({ migration, table, column, to })),
)

const drops = allMigrations.flatMap((migration) =>
  [...readFileSync(join(folder, `${migration}.sql`), 'utf8').matchAll(/^alter table (\w+) drop column (\w+);$/gm)].map(
    ([, table = '', column = '']) => ({ migration, table, column }),
  ),
)

/** Whether a column of the schema after these migrations still exists after all of them. */
export const remains = (applied: string[], table: string, column: string): boolean => {
  const last = renamedBy(allMigrations, { name: table, columns: [column] })
  return !drops.some(
    (drop) =>
      !applied.includes(drop.migration) &&
      renamedBy(allMigrations, { name: drop.table, columns: [] }).name === last.name &&
      drop.column === column,
  )
}

/** What a table of an earlier schema and its columns are called once these migrations are applied. */
export const renamedBy = <T extends { name: string; columns: string[] }>(applied: string[], earlier: T): T =>
  renames.reduce((now, { migration, table, column, to }) => {
    if (table !== now.name || !applied.includes(migration)) return now
    if (column === undefined) return { ...now, name: to }
    return { ...now, columns: now.columns.map((each) => (each === column ? to : each)) }
  }, earlier)
