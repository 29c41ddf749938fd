// Form answers are stored encrypted, including the name of the person they are about, which is read from the answers.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { FormData } from '../../domain/hr-form-submission.ts'
import { encryptText, decryptText } from '../kit/field-encryption.ts'
import type { DataKeys } from '../kit/data-keys.ts'
import type { Database } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'

/** One of the two is null: answers of earlier releases are plain until they are encrypted. */
export const StoredAnswers = z.object({
  formData: FormData.nullable(),
  formDataEncrypted: z.instanceof(Buffer).nullable(),
})
export type StoredAnswers = z.infer<typeof StoredAnswers>

export const encryptSubmission = (keys: DataKeys, id: string, answers: FormData) =>
  encryptText(keys, JSON.stringify(answers), submission(id))

export const answersOf = (keys: DataKeys, id: string, stored: StoredAnswers) =>
  opened<FormData>(keys, stored, submission(id))

export const encryptFormDraft = (keys: DataKeys, userId: string, formType: string, typed: Record<string, string>) =>
  encryptText(keys, JSON.stringify(typed), draft(userId, formType))

export const enteredAnswers = (keys: DataKeys, userId: string, formType: string, stored: StoredAnswers) =>
  opened<Record<string, string>>(keys, stored, draft(userId, formType))

const ClearSubmissionRow = z.object({ id: z.string(), formData: FormData })

const ClearDraftRow = z.object({
  userId: z.string(),
  formType: z.string(),
  formData: z.record(z.string(), z.string()),
})

/** Encrypts what earlier releases stored as plain text, row by row, so that it can be interrupted and resumed. */
export async function encryptAnswers(db: Database, keys: DataKeys): Promise<void> {
  for (;;) {
    const rows = await db.rows(typed(ClearSubmissionRow)`
      select id, form_data as "formData" from hr_form_submissions where form_data is not null order by id limit 100`)
    for (const { id, formData } of rows) {
      const box = await encryptSubmission(keys, id, formData)
      await db.run(sql`
        update hr_form_submissions set form_data = null, form_data_encrypted = ${box} where id = ${id} and form_data is not null`)
    }
    if (rows.length === 0) break
  }
  // Releases before 0141 stored the person's name in a separate column.
  await db.run(sql`
    update hr_form_submissions set subject_name = null where subject_name is not null and form_data_encrypted is not null`)
  const drafts = await db.rows(typed(ClearDraftRow)`
    select user_id as "userId", form_type as "formType", form_data as "formData"
    from hr_form_drafts where form_data is not null`)
  for (const { userId, formType, formData } of drafts) {
    const box = await encryptFormDraft(keys, userId, formType, formData)
    await db.run(sql`
      update hr_form_drafts set form_data = null, form_data_encrypted = ${box}
      where user_id = ${userId} and form_type = ${formType} and form_data is not null`)
  }
}

const submission = (id: string) => `hr-form-submissions ${id}`
const draft = (userId: string, formType: string) => `hr-form-drafts ${userId} ${formType}`

async function opened<T extends FormData>(
  keys: DataKeys,
  { formData, formDataEncrypted }: StoredAnswers,
  about: string,
): Promise<T> {
  return (formDataEncrypted === null ? formData : JSON.parse(await decryptText(keys, formDataEncrypted, about))) as T
}
