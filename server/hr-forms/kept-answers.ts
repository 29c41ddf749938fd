// What people write into forms is stored encrypted, also the name of the person it is about: it is read from the answers.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { FormData } from '../../domain/hr-form-submission.ts'
import { intoBox, outOfBox } from '../kit/boxes.ts'
import type { DataKeys } from '../kit/data-keys.ts'
import type { Database } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'

/** One of the two is null: answers of earlier releases lie as they are until they are encrypted. */
export const KeptAnswers = z.object({ formData: FormData.nullable(), formBox: z.instanceof(Buffer).nullable() })
export type KeptAnswers = z.infer<typeof KeptAnswers>

export const boxOfSubmission = (keys: DataKeys, id: string, answers: FormData) =>
  intoBox(keys, JSON.stringify(answers), submission(id))

export const answersOf = (keys: DataKeys, id: string, kept: KeptAnswers) => opened<FormData>(keys, kept, submission(id))

export const boxOfDraft = (keys: DataKeys, userId: string, formType: string, typed: Record<string, string>) =>
  intoBox(keys, JSON.stringify(typed), draft(userId, formType))

export const typedIn = (keys: DataKeys, userId: string, formType: string, kept: KeptAnswers) =>
  opened<Record<string, string>>(keys, kept, draft(userId, formType))

const ClearSubmissionRow = z.object({ id: z.string(), formData: FormData })

const ClearDraftRow = z.object({
  userId: z.string(),
  formType: z.string(),
  formData: z.record(z.string(), z.string()),
})

/** What earlier releases left in the clear, row by row, so that it can be stopped and gone on with. */
export async function encryptAnswers(db: Database, keys: DataKeys): Promise<void> {
  for (;;) {
    const rows = await db.rows(typed(ClearSubmissionRow)`
      select id, form_data as "formData" from hr_form_submissions where form_data is not null order by id limit 100`)
    for (const { id, formData } of rows) {
      const box = await boxOfSubmission(keys, id, formData)
      await db.run(sql`
        update hr_form_submissions set form_data = null, form_box = ${box} where id = ${id} and form_data is not null`)
    }
    if (rows.length === 0) break
  }
  // Releases before 0141 stored the person's name beside the answers.
  await db.run(sql`
    update hr_form_submissions set subject_name = null where subject_name is not null and form_box is not null`)
  const drafts = await db.rows(typed(ClearDraftRow)`
    select user_id as "userId", form_type as "formType", form_data as "formData"
    from hr_form_drafts where form_data is not null`)
  for (const { userId, formType, formData } of drafts) {
    const box = await boxOfDraft(keys, userId, formType, formData)
    await db.run(sql`
      update hr_form_drafts set form_data = null, form_box = ${box}
      where user_id = ${userId} and form_type = ${formType} and form_data is not null`)
  }
}

const submission = (id: string) => `hr-form-submissions ${id}`
const draft = (userId: string, formType: string) => `hr-form-drafts ${userId} ${formType}`

async function opened<T extends FormData>(
  keys: DataKeys,
  { formData, formBox }: KeptAnswers,
  about: string,
): Promise<T> {
  return (formBox === null ? formData : JSON.parse(await outOfBox(keys, formBox, about))) as T
}
