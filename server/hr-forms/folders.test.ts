// Which folder a submitted form belongs to, and who sees it through that folder.
import { readFile } from 'node:fs/promises'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { company, contactIn } from '../../tests/contacts.ts'
import { applying } from '../../tests/hr-forms.ts'
import { type Caller, createTestApp, unknownId, type TestApp } from '../../tests/test-app.ts'
import { typed } from '../kit/row-types.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const submit = (who: Caller, more: object = {}) => who.post('/api/hr-forms', { ...applying(), ...more })
const submitted = async (who: Caller, more: object = {}) => {
  const answer = await submit(who, more)
  expect(answer.status, answer.text).toBe(201)
  return answer.body.submission as { id: string; clientFolderId: string | null; clientFolderName: string | null }
}
const reads = async (who: Caller, id: string) => [
  (await who.get(`/api/hr-form-submissions/${id}`)).status,
  (await who.get(`/api/hr-form-submissions/${id}/pdf`)).status,
  (await who.get('/api/hr-form-submissions?limit=200')).body.some((each: { id: string }) => each.id === id),
]
const seen = [200, 200, true]
const hidden = [404, 404, false]

/** A new client for each test, who has submitted nothing else. */
let count = 0
async function newClient() {
  const email = `client${++count}@example.com`
  const { body } = await testApp.alice.post('/api/users', { email, role: 'client', firstName: 'Kay', lastName: 'Ford' })
  return { id: body.id as string, email, caller: await testApp.signIn(body.id, 'client') }
}

describe('the folder of a submitted form', () => {
  it('is the sender’s only folder', async () => {
    const kay = await newClient()
    const folder = await company(testApp, kay.id)
    const { clientFolderId, clientFolderName } = await submitted(kay.caller)
    expect(clientFolderId).toBe(folder)
    expect(clientFolderName).toMatch(/^Company/)
  })

  it('is the one that the sender names, or the first in their list', async () => {
    const kay = await newClient()
    const [older, newer] = [await company(testApp, kay.id), await company(testApp, kay.id)]
    expect((await submitted(kay.caller, { clientFolderId: older })).clientFolderId).toBe(older)
    const [first] = (await kay.caller.get('/api/client-folders')).body
    expect(first.id).toBe(newer)
    expect((await submitted(kay.caller)).clientFolderId).toBe(newer)
  })

  it('skips an archived folder unless it is named, which is refused', async () => {
    const kay = await newClient()
    const [open, archived] = [await company(testApp, kay.id), await company(testApp, kay.id)]
    await testApp.alice.patch(`/api/client-folders/${archived}`, { status: 'archived' })
    expect((await submitted(kay.caller)).clientFolderId).toBe(open)
    expect((await submit(kay.caller, { clientFolderId: archived })).status).toBe(409)
  })

  it.each([
    ['of another client', () => testApp.folders.elmwood.id],
    ['that does not exist', () => unknownId],
    ['that is not an id', () => 'acme'],
  ])('is refused with a field error for a folder %s', async (_, folder) => {
    const { status, body } = await submit(testApp.ann, { clientFolderId: folder() })
    expect([status, body.issues.map(({ path }: { path: string }) => path)]).toEqual([400, ['clientFolderId']])
  })

  it('is null for a sender without a folder, and for the team', async () => {
    const kay = await newClient()
    expect((await submitted(kay.caller)).clientFolderId).toBeNull()
    expect((await submitted(testApp.sam)).clientFolderId).toBeNull()
    const named = await submit(testApp.sam, { clientFolderId: testApp.folders.acme.id })
    expect([named.status, named.body.issues[0].path]).toEqual([400, 'clientFolderId'])
  })
})

describe('access to a submitted form', () => {
  it('excludes the staff of other folders that the sender is the client or a contact of', async () => {
    const kay = await newClient()
    const folder = await company(testApp, kay.id)
    const { id } = await submitted(kay.caller, { clientFolderId: folder })
    const more = { name: 'Other', services: 'x', assignedStaffId: testApp.people.sue.id }
    await testApp.alice.post('/api/client-folders', { ...more, clientId: kay.id })
    const other = (await testApp.alice.post('/api/client-folders', more)).body.id
    const contact = { name: 'Kay', email: kay.email, money: true, documents: true, messages: true }
    expect((await testApp.alice.post(`/api/client-folders/${other}/contacts`, contact)).status).toBe(201)
    expect(await reads(testApp.sue, id)).toEqual(hidden)
    for (const who of [kay.caller, testApp.sam, testApp.alice, testApp.mona]) expect(await reads(who, id)).toEqual(seen)
  })

  it('includes the folder’s client and contacts who may see its documents, and no other contact', async () => {
    const kay = await newClient()
    const folder = await company(testApp, kay.id)
    const { cora } = await contactIn(testApp, folder, { documents: true })
    const { cora: bookkeeper } = await contactIn(testApp, folder, { money: true, messages: true })
    const { id } = await submitted(bookkeeper, { clientFolderId: folder })
    for (const who of [kay.caller, cora, bookkeeper]) expect(await reads(who, id)).toEqual(seen)
    const { id: second } = await submitted(kay.caller, { clientFolderId: folder })
    expect(await reads(cora, second)).toEqual(seen)
    expect(await reads(bookkeeper, second)).toEqual(hidden)
    expect(await reads(testApp.eve, second)).toEqual(hidden)
  })

  it('remains with the sender after they are removed from the folder', async () => {
    const folder = await company(testApp, (await newClient()).id)
    const { id: contactId, cora } = await contactIn(testApp, folder, { documents: true })
    const { id } = await submitted(cora, { clientFolderId: folder })
    await testApp.sam.delete(`/api/folder-contacts/${contactId}`)
    expect(await reads(cora, id)).toEqual(seen)
  })

  it('is limited to administrators and the sender if the form belongs to no folder', async () => {
    const kay = await newClient()
    const { id } = await submitted(kay.caller)
    await company(testApp, kay.id)
    expect(await reads(testApp.sam, id)).toEqual(hidden)
    for (const who of [kay.caller, testApp.alice]) expect(await reads(who, id)).toEqual(seen)
  })
})

it('notifies only the staff of the folder about a form', async () => {
  const kay = await newClient()
  const folder = await company(testApp, kay.id)
  const more = { name: 'Other', services: 'x', assignedStaffId: testApp.people.sue.id, clientId: kay.id }
  await testApp.alice.post('/api/client-folders', more)
  const before = (await testApp.mail()).length
  await submitted(kay.caller, { clientFolderId: folder })
  expect((await testApp.mail()).slice(before).map(({ to }) => to)).toEqual(['sam@example.com'])
})

it('migrates existing forms and questions to the only folder of their sender, and leaves the others to administrators', async () => {
  const [one, two] = [await newClient(), await newClient()]
  const folder = await company(testApp, one.id)
  await company(testApp, two.id)
  const ask = async (who: Caller) => {
    const answer = await who.post('/api/hr-assistant', { query: 'What is the capital of Australia?' })
    expect([answer.status, answer.body.clientFolderId]).toEqual([201, expect.any(String)])
    return answer.body.id as string
  }
  const clear = { form: (await submitted(one.caller)).id, question: await ask(one.caller) }
  const unclear = { form: (await submitted(two.caller)).id, question: await ask(two.caller) }
  await company(testApp, two.id)
  await testApp.db.run(sql`update hr_form_submissions set client_folder_id = null`)
  await testApp.db.run(sql`update bot_conversations set client_folder_id = null`)
  const migration = await readFile('server/migrations/0130_folders_of_forms_and_conversations.sql', 'utf8')
  for (const [update] of migration.matchAll(/^with member [^;]+/gm)) await testApp.db.pool.query(update)
  const folders = await testApp.db.rows(typed(z.object({ id: z.string(), folder: z.string().nullable() }))`
    select id, client_folder_id as folder from hr_form_submissions where id in (${clear.form}, ${unclear.form})
    union all
    select id, client_folder_id from bot_conversations where id in (${clear.question}, ${unclear.question})`)
  expect(Object.fromEntries(folders.map((row) => [row.id, row.folder]))).toEqual({
    [clear.form]: folder,
    [clear.question]: folder,
    [unclear.form]: null,
    [unclear.question]: null,
  })
  const queueOf = async (who: Caller) => {
    const { body } = await who.get('/api/hr-assistant/queue?limit=200')
    const ids = (body as { id: string }[]).map(({ id }) => id)
    return [ids.includes(clear.question), ids.includes(unclear.question)]
  }
  expect([await queueOf(testApp.sam), await queueOf(testApp.alice)]).toEqual([
    [true, false],
    [true, true],
  ])
})
