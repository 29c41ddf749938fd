// Installs built-in texts in the database: at the first start, and when a release changes them.
import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { bundledForms } from './hr-forms/bundled.ts'
import { installForms } from './hr-forms/install.ts'
import { bundledPolicies } from './hr-policies/bundled.ts'
import { installPolicies } from './hr-policies/install.ts'
import type { Database } from './kit/db.ts'
import { typed } from './kit/row-types.ts'

const ValueRow = z.object({ value: z.string() })

export async function installLibrary(db: Database): Promise<void> {
  const texts = JSON.stringify([bundledForms(), bundledPolicies()])
  const stamp = JSON.stringify(createHash('sha256').update(texts).digest('base64'))
  const [known] = await db.rows(typed(ValueRow)`select value::text as value from portal_facts where name = 'library'`)
  if (known?.value === stamp) return
  await installPolicies(db)
  await installForms(db)
  await db.run(sql`
    insert into portal_facts (name, value) values ('library', ${stamp}::jsonb)
    on conflict (name) do update set value = excluded.value`)
}
