// What is left of the forms for one client after that client's data is deleted.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { company } from '../../tests/contacts.ts'
import { publishedOwnForm, submitOwn } from '../../tests/own-forms.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'
import { typed } from '../kit/row-types.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

it('deletes a form with its folder, except one whose submissions the law requires to be stored', async () => {
  const clientFolderId = await company(testApp)
  const within = `/api/client-folders/${clientFolderId}`
  const unused = await publishedOwnForm(testApp, { clientFolderId })
  const used = await publishedOwnForm(testApp, { clientFolderId })
  const forEveryone = await publishedOwnForm(testApp)
  const { submission } = (await submitOwn(testApp.ann, used)).body
  const { name } = (await testApp.alice.get(within)).body
  await testApp.alice.patch(within, { status: 'archived' })
  const erasure = await testApp.alice.post(`${within}/erasure`, { confirmation: name })
  expect(erasure.status, erasure.text).toBe(201)
  await testApp.runJobs()
  const left = await testApp.db.rows(typed(z.object({ id: z.string() }))`select id from own_forms order by id`)
  expect(left.map(({ id }) => id)).toEqual([used, forEveryone].toSorted())
  expect(left.map(({ id }) => id)).not.toContain(unused)
  expect((await testApp.alice.get(`/api/hr-form-submissions/${submission.id}`)).body.formTitle).toBe(
    'Equipment request',
  )
})
