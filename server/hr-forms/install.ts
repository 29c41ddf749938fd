// The catalog is part of the release; it is written to the database at each start, so that rows can reference the
// forms.
import sql from 'sql-template-tag'
import { formTypeOf } from '../../domain/hr-form.ts'
import type { Database } from '../kit/db.ts'
import { newId } from '../kit/id.ts'
import { bundledForms } from './bundled.ts'

/** One statement; an existing form is updated to this release. */
export async function installForms(db: Database): Promise<void> {
  const rows = bundledForms().map(({ id, title, description, businessLevel, required, keywords, version }) => ({
    id: newId(),
    form_name: title,
    description,
    business_level: businessLevel,
    form_type: formTypeOf(id),
    download_url: `/api/hr-forms/${id}/pdf`,
    is_required: required,
    keywords,
    version,
  }))
  await db.run(sql`
    insert into hr_forms (id, form_name, description, business_level, form_type, download_url, is_required, keywords, version,
      created_at, updated_at)
    select r.id, r.form_name, r.description, r.business_level, r.form_type, r.download_url, r.is_required, r.keywords, r.version,
      ${db.now}, ${db.now}
    from jsonb_populate_recordset(null::hr_forms, ${JSON.stringify(rows)}::jsonb) r
    on conflict (form_type) do update set form_name = excluded.form_name, description = excluded.description,
      business_level = excluded.business_level, download_url = excluded.download_url, is_required = excluded.is_required,
      keywords = excluded.keywords, version = excluded.version, updated_at = excluded.updated_at
    where hr_forms.version < excluded.version`)
}
