// When the forms for one client are deleted: with that client's data, and by the retention schedule.
import sql from 'sql-template-tag'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { company, contactIn } from '../../tests/contacts.ts'
import { publishedOwnForm, submitOwn } from '../../tests/own-forms.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'
import { typed } from '../kit/row-types.ts'

let testApp: TestApp
beforeEach(async () => void (testApp = await createTestApp()))
afterEach(() => testApp.close())

const OwnFormRow = z.object({ id: z.string(), isActive: z.boolean() })
const formsLeft = () =>
  testApp.db.rows(typed(OwnFormRow)`select id, is_active as "isActive" from own_forms order by id`)
const DraftRow = z.object({ form: z.string() })
const draftedForms = async () =>
  (await testApp.db.rows(typed(DraftRow)`select form_type as form from hr_form_drafts order by 1`)).map(
    ({ form }) => form,
  )
const purge = async () => {
  await testApp.db.rows(sql`select graphile_worker.add_job('purge-due')`)
  await testApp.runJobs()
}

it('deletes a form with its folder, except one whose submissions the law requires to be stored', async () => {
  const clientFolderId = await company(testApp)
  const within = `/api/client-folders/${clientFolderId}`
  const unused = await publishedOwnForm(testApp, { clientFolderId })
  const used = await publishedOwnForm(testApp, { clientFolderId })
  const forEveryone = await publishedOwnForm(testApp)
  const { submission } = (await submitOwn(testApp.ann, used)).body
  const email = 'cora@example.com'
  const { cora } = await contactIn(testApp, clientFolderId, { documents: true }, email)
  await contactIn(testApp, await company(testApp, testApp.people.eve.id), { documents: true }, email)
  for (const form of [unused, used, forEveryone])
    await cora.patch(`/api/hr-forms/${form}/draft`, { formData: { employeeName: 'Nora' } })
  expect(await draftedForms()).toEqual([unused, used, forEveryone])
  const { name } = (await testApp.alice.get(within)).body
  await testApp.alice.patch(within, { status: 'archived' })
  const erasure = await testApp.alice.post(`${within}/erasure`, { confirmation: name })
  expect(erasure.status, erasure.text).toBe(201)
  await testApp.runJobs()
  const left = await formsLeft()
  expect(left).toEqual([
    { id: used, isActive: false },
    { id: forEveryone, isActive: true },
  ])
  expect(left.map(({ id }) => id)).not.toContain(unused)
  expect(await draftedForms()).toEqual([forEveryone])
  expect((await testApp.alice.get(`/api/hr-form-submissions/${submission.id}`)).body.formTitle).toBe(
    'Equipment request',
  )
  testApp.pass({ days: 700 })
  await purge()
  expect(await formsLeft()).toEqual(left)
  testApp.pass({ days: 40 })
  await purge()
  expect((await formsLeft()).map(({ id }) => id)).toEqual([forEveryone])
  expect((await testApp.auditLog()).at(-1)).toMatchObject({
    action: 'retention.purged',
    details: { counts: { hr_form_submissions: 1, own_forms: 1, own_form_versions: 1 } },
  })
})

it('deletes a form after its folder was archived, once nothing submitted is left and no hold is placed', async () => {
  const [archived, held, active] = [await company(testApp), await company(testApp), await company(testApp)]
  const ofArchived = await publishedOwnForm(testApp, { clientFolderId: archived })
  const submittedLater = await publishedOwnForm(testApp, { clientFolderId: archived })
  const ofHeld = await publishedOwnForm(testApp, { clientFolderId: held })
  const ofActive = await publishedOwnForm(testApp, { clientFolderId: active })
  const forEveryone = await publishedOwnForm(testApp)
  for (const id of [ofArchived, submittedLater, ofHeld, ofActive])
    expect((await submitOwn(testApp.ann, id)).status).toBe(201)
  await testApp.db.run(sql`
    update hr_form_submissions set created_at = created_at + interval '400 days' where form_type = ${submittedLater}`)
  for (const folder of [archived, held])
    await testApp.alice.patch(`/api/client-folders/${folder}`, { status: 'archived' })
  await testApp.alice.post(`/api/client-folders/${held}/legal-holds`, { reason: 'A claim' })
  await testApp.alice.put('/api/retention-rules/form-submissions', { months: 24 })
  // As one that was saved at the same moment as the form was archived.
  await testApp.db.run(sql`
    insert into hr_form_drafts (user_id, form_type, form_data, saved_at)
    select ${testApp.people.ann.id}, id::text, '{}', now() from own_forms`)
  testApp.pass({ days: 700 })
  await purge()
  expect(await formsLeft()).toHaveLength(5)
  testApp.pass({ days: 40 })
  await purge()
  expect((await formsLeft()).map(({ id }) => id)).toEqual([submittedLater, ofHeld, ofActive, forEveryone])
  expect(await draftedForms()).toEqual([submittedLater, ofHeld, ofActive, forEveryone])
  const alice = await testApp.signIn(testApp.people.alice.id, 'admin')
  expect((await alice.get('/api/retention-due?class=form-submissions')).body).toMatchObject([{ count: 0, held: 1 }])
  testApp.pass({ days: 400 })
  await purge()
  expect((await formsLeft()).map(({ id }) => id)).toEqual([ofHeld, ofActive, forEveryone])
})
