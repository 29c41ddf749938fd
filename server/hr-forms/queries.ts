import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import type { listHrForms as catalog, listHrFormSubmissions as submissions } from '../../api/hr-forms.ts'
import { type Actor, isAdministrator, isClient } from '../../domain/actor.ts'
import { formTypeOf, type HrForm, type HrFormItem, type HrFormView, isPortalForm } from '../../domain/hr-form.ts'
import { type HrFormDraft, HrFormSubmission, subjectOf } from '../../domain/hr-form-submission.ts'
import { notFound } from '../../domain/errors.ts'
import { isInVisibleFolder } from '../client-folders/queries.ts'
import type { DataKeys } from '../kit/data-keys.ts'
import type { Reader } from '../kit/db.ts'
import { hasWords, searchEncrypted } from '../kit/encrypted-search.ts'
import { pageOf, type Page, pageFrom, type PageQuery } from '../kit/page.ts'
import { v5 } from 'uuid'
import { publishedForm, publishedForms, unsafeFormVersion } from '../own-forms/queries.ts'
import { bundledForms, earlierForms, type LibraryForm } from './bundled.ts'
import { answersOf, StoredAnswers, enteredAnswers } from './stored-answers.ts'
import { typed } from '../kit/row-types.ts'

/** Stable ids, so that a page cursor works on every instance. */
const namespace = '5f1c3e52-8f0b-4a43-9d0f-0c7a4a1b6e57'
const placeOf = ({ id }: HrForm) => v5(id, namespace)

const bundled = (form: HrForm): LibraryForm => ({ ...form, own: null })

/** The forms of the library, followed by those of the firm that the actor may fill in. */
export const allForms = async (reader: Reader, actor: Actor): Promise<LibraryForm[]> => [
  ...bundledForms().map(bundled),
  ...(await publishedForms(reader, actor)),
]

export async function listHrForms(
  reader: Reader,
  actor: Actor,
  { q = '', level, ...page }: z.output<(typeof catalog)['query']>,
): Promise<Page<HrFormItem>> {
  const words = q.trim().toLowerCase()
  const all = (await allForms(reader, actor)).filter(
    ({ title, description, businessLevel }) =>
      (level === undefined || businessLevel === level) && `${title} ${description}`.toLowerCase().includes(words),
  )
  const { items, next } = pageFrom(all, placeOf, page)
  return { items: items.map((form) => itemOf(form, actor)), next }
}

/** By the catalog id or the submission type; throws 404 for any other, and for a form of another client. */
export async function formFor(reader: Reader, actor: Actor, id: string): Promise<LibraryForm> {
  const form = bundledFormFor(id)
  const found = form === undefined ? await publishedForm(reader, actor, id) : bundled(form)
  if (found === null) throw notFound()
  return found
}

const bundledFormFor = (id: string): HrForm | undefined =>
  bundledForms().find((each) => each.id === id || formTypeOf(each.id) === id)

type Version = Pick<Row, 'formType' | 'formVersion' | 'ownFormVersionId'>

/** The form in the version that was filled in. */
export async function formInVersion(reader: Reader, version: Version): Promise<HrForm> {
  const { formType, formVersion, ownFormVersionId } = version
  return ownFormVersionId === null
    ? bundledInVersion(formType, formVersion)
    : unsafeFormVersion(reader, ownFormVersionId)
}

function bundledInVersion(formType: string, version: number): HrForm {
  const isThis = (form: HrForm) => formTypeOf(form.id) === formType && form.version === version
  const form = earlierForms().find(isThis) ?? bundledFormFor(formType)
  if (form === undefined) throw notFound()
  return form
}

/** The form of one client is submitted by the client's side only. */
const mayFillIn = ({ id, own }: LibraryForm, actor: Actor): boolean =>
  own === null ? isPortalForm(formTypeOf(id)) : own.clientFolderId === null || isClient(actor)

const itemOf = (form: LibraryForm, actor: Actor): HrFormItem => {
  const { id, title, description, businessLevel, category, required, keywords, asOf, version, own } = form
  return {
    id,
    title,
    description,
    businessLevel,
    category,
    isRequired: required,
    formType: formTypeOf(id),
    fillable: mayFillIn(form, actor),
    keywords,
    downloadUrl: `/api/hr-forms/${id}/pdf`,
    asOf,
    isOwn: own !== null,
    clientFolderId: own?.clientFolderId ?? null,
    clientFolderName: own?.clientFolderName ?? null,
    version,
  }
}

export const formView = (form: LibraryForm, actor: Actor): HrFormView => {
  const { keep, sections, sources } = form
  return { ...itemOf(form, actor), keep, sections, sources }
}

/** A form that the actor fills in on the portal; throws 404 for one that exists only as a PDF. */
export async function fillableForm(reader: Reader, actor: Actor, id: string): Promise<LibraryForm> {
  const form = await formFor(reader, actor, id)
  if (!mayFillIn(form, actor)) throw notFound()
  return form
}

/**
 * The submissions (alias `s`) that the actor may see: their own, and those of folders whose documents they may see; all
 * for administrators.
 */
const visibleSubmissions = (actor: Actor): Sql =>
  isAdministrator(actor)
    ? sql`true`
    : sql`(s.submitted_by_id = ${actor.id} or ${isInVisibleFolder(actor, sql`s.client_folder_id`, 'documents')})`

/** A form stays with its sender, but the name of the folder is for those who see it. */
const columnsFor = (actor: Actor): Sql => sql`
  s.id, s.form_type as "formType", s.form_version as "formVersion", s.form_data as "formData", s.form_data_encrypted as "formDataEncrypted",
  s.own_form_version_id as "ownFormVersionId", own.content ->> 'title' as "ownTitle", s.source, s.submitted_by_id as "submittedById",
  person_name(sender.first_name, sender.last_name) as "submittedByName", s.client_folder_id as "clientFolderId",
  case when ${isInVisibleFolder(actor, sql`s.client_folder_id`, 'folder')} then folder.name end as "clientFolderName", s.version, iso(s.created_at) as "createdAt",
  iso(s.updated_at) as "updatedAt"`

const tables = sql`
  hr_form_submissions s join users sender on sender.id = s.submitted_by_id
  left join client_folders folder on folder.id = s.client_folder_id
  left join own_form_versions own on own.id = s.own_form_version_id`

const Row = HrFormSubmission.omit({ formTitle: true, formData: true, subjectName: true }).extend({
  ...StoredAnswers.shape,
  ownFormVersionId: z.string().nullable(),
  ownTitle: z.string().nullable(),
})
type Row = z.infer<typeof Row>

type Legible = HrFormSubmission & Pick<Row, 'ownFormVersionId'>

async function legible(keys: DataKeys, { formDataEncrypted, formData, ownTitle, ...row }: Row): Promise<Legible> {
  const answers = await answersOf(keys, row.id, { formDataEncrypted, formData })
  return {
    ...row,
    formData: answers,
    subjectName: subjectOf(answers),
    formTitle: ownTitle ?? bundledInVersion(row.formType, row.formVersion).title,
  }
}

export async function listHrFormSubmissions(
  reader: Reader,
  keys: DataKeys,
  actor: Actor,
  query: z.output<(typeof submissions)['query']>,
): Promise<Page<HrFormSubmission>> {
  const { q, formType } = query
  const rowsOf = (page: PageQuery) =>
    reader.rows(typed(Row)`
      select ${columnsFor(actor)} from ${tables}
      where ${visibleSubmissions(actor)}
        ${formType ? sql`and s.form_type = ${formTypeOf(formType)}` : sql``}
        ${pageOf(sql`s.id`, page)}`)
  return searchEncrypted(query, rowsOf, async (row) => {
    const submission = await legible(keys, row)
    const names = `${submission.subjectName ?? ''} ${submission.submittedByName ?? ''}`
    return q === undefined || hasWords(names, q) ? submission : null
  })
}

/** The reply's schema drops the id of the version. */
export async function submissionFor(reader: Reader, keys: DataKeys, actor: Actor, id: string): Promise<Legible> {
  const row = await reader.maybe(typed(Row)`
    select ${columnsFor(actor)} from ${tables} where s.id = ${id} and ${visibleSubmissions(actor)}`)
  if (row === null) throw notFound()
  return legible(keys, row)
}

const noDraft: HrFormDraft = { formData: {}, savedAt: null }

const DraftRow = StoredAnswers.extend({ savedAt: z.string() })

export async function draftOf(
  reader: Reader,
  keys: DataKeys,
  actor: Actor,
  formType: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<HrFormDraft> {
  const draft = await reader.maybe(typed(DraftRow)`
    select form_data as "formData", form_data_encrypted as "formDataEncrypted", iso(saved_at) as "savedAt" from hr_form_drafts
    where user_id = ${actor.id} and form_type = ${formType} ${lock ? sql`for update` : sql``}`)
  if (draft === null) return noDraft
  return { formData: await enteredAnswers(keys, actor.id, formType, draft), savedAt: draft.savedAt }
}
