import sql, { raw, type Sql } from 'sql-template-tag'

/** SQL expression: a contract is named by its first two services, and by its number without any. */
export const contractName = (alias: string): Sql => sql`coalesce((
  select string_agg(line.service->>'customName', ', ' order by line.place) filter (where line.place <= 2)
    || case when count(*) > 2 then ' and ' || count(*) - 2 || ' more' else '' end
  from jsonb_array_elements(${raw(alias)}.services) with ordinality line(service, place)), ${raw(alias)}.contract_number)`
