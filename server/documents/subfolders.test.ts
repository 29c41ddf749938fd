// Subfolders of a folder's documents: moving, renaming, and filtering by them, by both sides.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { company, contactIn, noRights } from '../../tests/contacts.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'
import { addDocument } from '../../tests/uploads.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const add = async (folder: string, name: string): Promise<string> => {
  await testApp.db.run(sql`update uploads set created_at = created_at - interval '2 days'`)
  return (await addDocument(testApp.sam, folder, { name })).body.id
}
const move = (by: Caller, id: string, subfolder: unknown) => by.patch(`/api/documents/${id}/subfolder`, { subfolder })
const rename = (by: Caller, folder: string, name: string, newName: string) =>
  by.patch(`/api/client-folders/${folder}/subfolders`, { name, newName })
const subfoldersOf = async (folder: string) =>
  (await testApp.sam.get(`/api/client-folders/${folder}/documents/figures`)).body.subfolders

it('appears with its first document and disappears with its last; either side may move', async () => {
  const folder = await company(testApp)
  const id = await add(folder, 'Handbook.pdf')
  await add(folder, 'Elsewhere.pdf')
  const moved = await move(testApp.ann, id, '  Policies ')
  expect([moved.status, moved.body]).toMatchObject([200, { subfolder: 'Policies', version: 2 }])
  expect(await subfoldersOf(folder)).toEqual([{ name: 'Policies', count: 1 }])
  const { body } = await testApp.sam.get(`/api/client-folders/${folder}/documents?subfolder=policies`)
  expect(body).toMatchObject([{ id, subfolder: 'Policies' }])
  expect((await testApp.auditLog()).at(-1)).toMatchObject({ action: 'document.moved', entityId: id })
  expect((await move(testApp.sam, id, null)).body.subfolder).toBeNull()
  expect(await subfoldersOf(folder)).toEqual([])
})

it('keeps the spelling of an existing subfolder, even when two people name it at the same time', async () => {
  const folder = await company(testApp)
  const ids = [await add(folder, 'A.pdf'), await add(folder, 'B.pdf'), await add(folder, 'C.pdf')]
  await move(testApp.sam, ids[0] ?? '', 'Policies')
  expect((await move(testApp.ann, ids[1] ?? '', 'POLICIES')).body.subfolder).toBe('Policies')
  await Promise.all([move(testApp.sam, ids[1] ?? '', 'Taxes'), move(testApp.ann, ids[2] ?? '', 'taxes')])
  expect((await subfoldersOf(folder)).map(({ count }: { count: number }) => count)).toEqual([1, 2])
})

it('is renamed with all of its documents, and not to the name of another', async () => {
  const folder = await company(testApp)
  const [a, b] = [await add(folder, 'A.pdf'), await add(folder, 'B.pdf')]
  await move(testApp.sam, a, 'Policies')
  await move(testApp.sam, b, 'Taxes')
  expect((await rename(testApp.ann, folder, 'Policies', 'Rules')).body).toEqual({ name: 'Rules', count: 1 })
  expect((await rename(testApp.ann, folder, 'Rules', 'RULES')).body).toEqual({ name: 'RULES', count: 1 })
  expect((await rename(testApp.ann, folder, 'RULES', 'taxes')).status).toBe(409)
  expect((await rename(testApp.ann, folder, 'Policies', 'Again')).status).toBe(404)
})

it.each(['', '   ', 'a/b', 'a\\b', 'a\nb', 'x'.repeat(81), 7, undefined])('refuses %j as a name', async (name) => {
  const id = await add(testApp.folders.acme.id, 'Handbook.pdf')
  expect((await move(testApp.sam, id, name)).status).toBe(400)
})

it('refuses strangers, a contact without documents, an archived folder, and a stale version', async () => {
  const folder = await company(testApp)
  const id = await add(folder, 'Handbook.pdf')
  await move(testApp.sam, id, 'Policies')
  const bare = await contactIn(testApp, folder, { ...noRights, messages: true })
  for (const caller of [testApp.eve, testApp.sue, await testApp.signIn(bare.userId, 'client')]) {
    expect((await move(caller, id, 'Mine')).status).toBe(404)
    expect((await rename(caller, folder, 'Policies', 'Mine')).status).toBe(404)
  }
  const stale = await testApp.sam.send({
    method: 'PATCH',
    url: `/api/documents/${id}/subfolder`,
    headers: { 'if-match': '"1"' },
    payload: { subfolder: 'Late' },
  })
  expect(stale.status).toBe(412)
  await testApp.db.run(sql`update client_folders set status = 'archived' where id = ${folder}`)
  expect((await move(testApp.sam, id, 'Late')).status).toBe(409)
  expect((await rename(testApp.sam, folder, 'Policies', 'Late')).status).toBe(409)
})
