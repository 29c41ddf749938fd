import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import type { listOwnForms as endpoint } from '../../api/own-forms.ts'
import type { Actor } from '../../domain/actor.ts'
import { notFound } from '../../domain/errors.ts'
import { asHrForm, type OwnForm, OwnFormFacts, OwnFormInput, type OwnFormView, viewOf } from '../../domain/own-form.ts'
import { Id } from '../../domain/text.ts'
import { isInVisibleFolder } from '../client-folders/queries.ts'
import type { LibraryForm } from '../hr-forms/bundled.ts'
import type { Reader } from '../kit/db.ts'
import { type Page, pageOf, toPage } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'

const columns = sql`
  f.id, f.content, f.client_folder_id as "clientFolderId", folder.name as "clientFolderName",
  f.current_version as "currentVersion", v.id is null or v.content is distinct from f.content as "hasChanges",
  f.is_active as "isActive", f.version, iso(f.created_at) as "createdAt", iso(f.updated_at) as "updatedAt"`

const tables = sql`
  own_forms f left join own_form_versions v on v.form_id = f.id and v.number = f.current_version
  left join client_folders folder on folder.id = f.client_folder_id`

const Row = OwnFormFacts.extend({ content: OwnFormInput })

const formOf = ({ content, ...row }: z.output<typeof Row>): OwnForm => ({ ...row, ...content })

/** The forms (alias `f`) for every client, and for the folders whose documents the actor may see. */
const visibleForms = (actor: Actor): Sql =>
  sql`(f.client_folder_id is null or ${isInVisibleFolder(actor, sql`f.client_folder_id`, 'documents')})`

export async function listOwnForms(
  reader: Reader,
  actor: Actor,
  query: z.output<(typeof endpoint)['query']>,
): Promise<Page<OwnFormView>> {
  const rows = await reader.rows(typed(Row)`
    select ${columns} from ${tables}
    where f.is_active = ${query.status === 'active'} and ${visibleForms(actor)} ${pageOf(sql`f.id`, query)}`)
  const { items, next } = toPage(rows, query)
  return { items: items.map((row) => viewOf(formOf(row), actor)), next }
}

/** Throws 404 for an unknown one, and for that of a folder that the actor doesn't see; the endpoint admits only the team. */
export async function ownFormFor(
  reader: Reader,
  actor: Actor,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<OwnForm> {
  // Locked before reading, so that a concurrent transaction's writes are visible.
  if (lock) await reader.maybe(sql`select id from own_forms where id = ${id} for update`)
  const found = await reader.maybe(
    typed(Row)`select ${columns} from ${tables} where f.id = ${id} and ${visibleForms(actor)}`,
  )
  if (found === null) throw notFound()
  return formOf(found)
}

const CountRow = z.object({ count: z.number() })

export const ownFormsInUse = async (reader: Reader): Promise<number> =>
  (await reader.one(typed(CountRow)`select count(*)::int as count from own_forms where is_active`)).count

const PublishedRow = z.object({
  id: z.string(),
  versionId: z.string(),
  number: z.number(),
  content: OwnFormInput,
  asOf: z.string(),
  clientFolderId: z.string().nullable(),
  clientFolderName: z.string().nullable(),
})

const published = sql`
  f.id, v.id as "versionId", v.number, v.content, f.client_folder_id as "clientFolderId",
  folder.name as "clientFolderName",
  to_char(v.published_at at time zone 'America/New_York', 'YYYY-MM-DD') as "asOf"`

const libraryForm = ({
  id,
  versionId,
  number,
  content,
  asOf,
  ...folder
}: z.output<typeof PublishedRow>): LibraryForm => ({
  ...asHrForm(id, content, number, asOf),
  own: { versionId, ...folder },
})

/** The current versions of the forms in use that the actor may fill in, by title. */
export async function publishedForms(reader: Reader, actor: Actor): Promise<LibraryForm[]> {
  const rows = await reader.rows(typed(PublishedRow)`
    select ${published} from ${tables}
    where f.is_active and v.id is not null and ${visibleForms(actor)}
    order by lower(v.content ->> 'title'), f.id limit 200`)
  return rows.map(libraryForm)
}

/** One of them; null for any other, and for what is no id. */
export async function publishedForm(reader: Reader, actor: Actor, id: string): Promise<LibraryForm | null> {
  if (!Id.safeParse(id).success) return null
  const row = await reader.maybe(typed(PublishedRow)`
    select ${published} from ${tables}
    where f.id = ${id} and f.is_active and v.id is not null and ${visibleForms(actor)}`)
  return row === null ? null : libraryForm(row)
}

/** The version that was filled in, for a submission that the caller was found to see. */
export async function unsafeFormVersion(reader: Reader, versionId: string): Promise<LibraryForm> {
  const row = await reader.one(typed(PublishedRow)`
    select ${published} from own_form_versions v join own_forms f on f.id = v.form_id
      left join client_folders folder on folder.id = f.client_folder_id
    where v.id = ${versionId}`)
  return libraryForm(row)
}
