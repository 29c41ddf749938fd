import sql from 'sql-template-tag'
import { type Actor, isClient } from '../../domain/actor.ts'
import { fieldsOf, formTypeOf } from '../../domain/hr-form.ts'
import { printedAnswers, typedAnswers } from '../../domain/printed-answers.ts'
import {
  assertIsCurrent,
  draftFor,
  type FormData,
  type HrFormDraft,
  type HrFormDraftInput,
  type HrFormInput,
  type HrFormSubmission,
  submittedSentence,
  type TypedForm,
} from '../../domain/hr-form-submission.ts'
import { conflict, DomainError, invalid } from '../../domain/errors.ts'
import { folderOfSender, openFolder } from '../client-folders/queries.ts'
import type { DataKeys } from '../kit/data-keys.ts'
import type { Database, Tx } from '../kit/db.ts'
import { newId } from '../kit/id.ts'
import { versionField } from '../pdf-templates/form.ts'
import type { FieldsRead } from '../pdf/read-fields.ts'
import type { Seal } from '../seal/seal.ts'
import type { Origin } from '../kit/record.ts'
import type { LibraryForm } from './bundled.ts'
import { formSubmitted } from './emails.ts'
import { encryptFormDraft, encryptSubmission } from './stored-answers.ts'
import { draftOf, fillableForm, formFor, submissionFor } from './queries.ts'

interface Receipt {
  message: string
  submission: HrFormSubmission
}

export async function submitHrForm(
  tx: Tx,
  keys: DataKeys,
  actor: Actor,
  { formType, formData, formVersion, clientFolderId }: HrFormInput,
): Promise<Receipt> {
  const form = await formFor(tx, actor, formType)
  assertIsCurrent(form, formVersion)
  return storeTyped(tx, keys, actor, { form, answers: formData, clientFolderId })
}

/** The same for any form that is filled in on the portal, by the rules of its description. */
export async function submitTypedForm(
  tx: Tx,
  keys: DataKeys,
  actor: Actor,
  id: string,
  { formData, formVersion, clientFolderId }: TypedForm,
): Promise<Receipt> {
  const form = await fillableForm(tx, actor, id)
  assertIsCurrent(form, formVersion)
  const answers = typedAnswers(form, formTypeOf(form.id), formData)
  return storeTyped(tx, keys, actor, { form, answers, clientFolderId })
}

async function storeTyped(tx: Tx, keys: DataKeys, actor: Actor, submitted: Omit<Submitted, 'source'>) {
  const formType = formTypeOf(submitted.form.id)
  await tx.run(sql`delete from hr_form_drafts where user_id = ${actor.id} and form_type = ${formType}`)
  return storeSubmission(tx, keys, actor, { ...submitted, source: 'portal' })
}

/** The PDF is read before anything is locked; its answers are validated like those entered in the portal. */
export async function submitFilledHrForm(
  { db, dataKeys: keys, seal }: { db: Database; dataKeys: DataKeys; seal: Pick<Seal, 'readFields'> },
  origin: Origin,
  actor: Actor,
  { id, clientFolderId, bytes }: { id: string; clientFolderId: string | null; bytes: Uint8Array },
): Promise<Receipt> {
  const form = await formFor(db, actor, id)
  const answers = printedAnswers(form, formTypeOf(form.id), readFields(form, await seal.readFields(bytes, actor.id)))
  return db.transaction(origin, (tx) =>
    storeSubmission(tx, keys, actor, { form, answers, source: 'pdf', clientFolderId }),
  )
}

interface Submitted {
  form: LibraryForm
  answers: FormData
  source: HrFormSubmission['source']
  /** As named by the sender. */
  clientFolderId: string | null
}

async function storeSubmission(
  tx: Tx,
  keys: DataKeys,
  actor: Actor,
  { form, answers, source, clientFolderId: named }: Submitted,
): Promise<Receipt> {
  const clientFolderId = await folderOf(tx, actor, form, named)
  const folder = clientFolderId === null ? null : await openFolder(tx, actor, clientFolderId, 'folder')
  const id = newId()
  const formType = formTypeOf(form.id)
  await tx.run(sql`
    insert into hr_form_submissions (id, form_type, form_version, own_form_version_id, form_data_encrypted, source,
      submitted_by_id, client_folder_id, created_at, updated_at)
    values (${id}, ${formType}, ${form.version}, ${form.own?.versionId ?? null},
      ${await encryptSubmission(keys, id, answers)}, ${source}, ${actor.id}, ${clientFolderId}, ${tx.now}, ${tx.now})`)
  tx.record(
    { action: 'hr-form.submitted', id, clientFolderId, details: { formType, source } },
    { type: 'hr-form-submissions', id, clientFolderId, userIds: [actor.id] },
  )
  if (folder !== null) {
    const email = formSubmitted(folder, form.title)
    if (email !== null) tx.mail(email)
  }
  return { message: submittedSentence, submission: await submissionFor(tx, keys, actor, id) }
}

/** The form of one client belongs to that client's folder. */
async function folderOf(tx: Tx, actor: Actor, { own }: LibraryForm, named: string | null): Promise<string | null> {
  const only = own?.clientFolderId ?? null
  if (only === null) return folderOfSender(tx, actor, named)
  if (!isClient(actor)) throw conflict('This form is for one client. Only that client can submit it.')
  if (named !== null && named !== only) throw invalid('clientFolderId', 'This form is for another client folder.')
  return folderOfSender(tx, actor, only)
}

const problems: Record<'unreadable' | 'protected' | 'too-much', string> = {
  unreadable: 'This file can’t be read as a PDF. Save the form as a PDF and send it again.',
  protected: 'This PDF is password-protected. Save it without a password and send it again.',
  'too-much': 'This PDF isn’t one of our forms: it contains more than any of them.',
}

/**
 * @throws DomainError unless the PDF has exactly the fields of this form, and of a form of the firm is the current
 * version. Only the fields identify both, since its metadata depends on the program that saved it.
 */
function readFields(form: LibraryForm, read: FieldsRead): Record<string, string> {
  if ('problem' in read) {
    if (read.problem === 'busy')
      throw new DomainError('unavailable', 'Other forms are still being read. Try again in a moment.')
    throw new DomainError('invalid', problems[read.problem])
  }
  const names = fieldsOf(form).map(({ name }) => name)
  const { [versionField]: versionId, ...fields } = read.fields
  const found = Object.keys(fields)
  if (found.length === 0)
    throw new DomainError(
      'invalid',
      'This PDF has no fields to read. Fill in the form in a PDF reader and save it. We can’t read a printed copy or a scan.',
    )
  if (form.own !== null && versionId !== form.own.versionId)
    throw conflict(
      `This PDF isn’t the current version of “${form.title}.” Choose the form that it matches, or download this one again and fill it in.`,
    )
  if (
    versionId !== form.own?.versionId ||
    names.some((name) => !found.includes(name)) ||
    found.some((name) => !names.includes(name))
  )
    throw new DomainError('invalid', `This PDF isn’t our form “${form.title}.” Choose the form that it matches.`)
  return fields
}

/** Only forms that are filled in on the portal have drafts. */
export async function readDraft(db: Database, keys: DataKeys, actor: Actor, id: string): Promise<HrFormDraft> {
  const form = await fillableForm(db, actor, id)
  return draftOf(db, keys, actor, formTypeOf(form.id))
}

/** Only the start of a draft is audited; an entry for each keystroke would flood the audit log. */
export async function saveDraft(
  db: Database,
  keys: DataKeys,
  origin: Origin,
  actor: Actor,
  id: string,
  { formData, formVersion }: HrFormDraftInput,
): Promise<HrFormDraft> {
  const form = await fillableForm(db, actor, id)
  const formType = formTypeOf(form.id)
  const names = fieldsOf(form).map(({ name }) => name)
  const isEarlier = formVersion !== undefined && formVersion < form.version
  // What is typed in an earlier version is not lost with a question that was removed from it.
  const fields = draftFor(names, isEarlier ? stillAsked(names, formData) : formData)
  const empty = await encryptFormDraft(keys, actor.id, formType, {})
  return db.transaction(origin, async (tx) => {
    const inserted = await tx.run(sql`
      insert into hr_form_drafts (user_id, form_type, form_data_encrypted, saved_at) values (${actor.id}, ${formType}, ${empty}, ${tx.now})
      on conflict (user_id, form_type) do nothing`)
    const before = await draftOf(tx, keys, actor, formType, { lock: true })
    const box = await encryptFormDraft(keys, actor.id, formType, { ...stillAsked(names, before.formData), ...fields })
    await tx.run(sql`
      update hr_form_drafts set form_data = null, form_data_encrypted = ${box}, saved_at = ${tx.now}
      where user_id = ${actor.id} and form_type = ${formType}`)
    if (inserted > 0) tx.record({ action: 'hr-form.draft-begun', id: null, details: { formType } })
    return draftOf(tx, keys, actor, formType)
  })
}

/** The caller's own draft, even of a form that they no longer see; throws 404 if there is neither. */
export async function discardDraft(tx: Tx, actor: Actor, id: string): Promise<HrFormDraft> {
  const formType = formTypeOf(id.toLowerCase())
  const discarded = await tx.run(
    sql`delete from hr_form_drafts where user_id = ${actor.id} and form_type = ${formType}`,
  )
  if (discarded === 0) await fillableForm(tx, actor, id)
  tx.record({ action: 'hr-form.draft-discarded', id: null, details: { formType } })
  return { formData: {}, savedAt: null }
}

/** Without what an earlier version of the form asked. */
const stillAsked = <T>(names: readonly string[], typed: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(typed).filter(([name]) => names.includes(name)))
