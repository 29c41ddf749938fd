// Documents of the folder that a message links.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import sql from 'sql-template-tag'
import { allRights, company, contactIn } from '../../tests/contacts.ts'
import { type Answer, createTestApp, type TestApp, unknownId } from '../../tests/test-app.ts'
import { addDocument } from '../../tests/uploads.ts'
import { deleteWithdrawnFiles } from '../documents/withdrawal.ts'

let testApp: TestApp
let acme: string
beforeAll(async () => {
  testApp = await createTestApp()
  acme = testApp.folders.acme.id
})
afterAll(() => testApp.close())

const path = (folder: string) => `/api/client-folders/${folder}/messages`
const refusalOf = ({ status, body }: Answer) => [status, body.message]
const unusable = 'A document was withdrawn or isn’t in this folder. Remove it from the message.'
const withdraw = (id: string) =>
  testApp.sam.post(`/api/documents/${id}/withdrawal`, { reason: 'It belongs to another folder' })
const added = async (folder = acme, by = testApp.sam): Promise<{ id: string; originalName: string }> =>
  (await addDocument(by, folder)).body
const send = (documentIds: string[], by = testApp.sam, folder = acme) =>
  by.post(path(folder), { content: 'See the attached document.', documentIds })
const lastOf = async (by = testApp.ann, folder = acme) => (await by.get(`${path(folder)}?order=newest&limit=1`)).body[0]

describe('a message', () => {
  it('links documents of its folder, in the order in which they were chosen, for both sides', async () => {
    const [first, second] = [await added(), await added(acme, testApp.ann)]
    const documents = [second, first].map(({ id, originalName }) => ({ state: 'available', id, name: originalName }))
    const answer = await send([second.id, first.id])
    expect([answer.status, answer.body]).toMatchObject([201, { documents }])
    for (const by of [testApp.sam, testApp.ann]) expect(await lastOf(by)).toMatchObject({ documents })
    expect((await testApp.auditLog()).at(-1)).toMatchObject({
      action: 'message.sent',
      details: { documentIds: [second.id, first.id] },
    })
    expect((await send([first.id], testApp.ann)).body.documents).toEqual([documents[1]])
    expect((await testApp.sam.post(path(acme), { content: 'No documents' })).body.documents).toEqual([])
  })

  it('is refused with a document that is withdrawn, of another company, unknown, or attached twice', async () => {
    const gone = await added()
    await withdraw(gone.id)
    const others = await added(testApp.folders.elmwood.id, testApp.sue)
    const before = await lastOf()
    for (const id of [gone.id, others.id, unknownId])
      for (const by of [testApp.sam, testApp.ann]) expect(refusalOf(await send([id], by))).toEqual([400, unusable])
    // An administrator sees both folders.
    expect(refusalOf(await send([others.id], testApp.alice))).toEqual([400, unusable])
    const { id } = await added()
    expect(refusalOf(await send([id, id]))).toEqual([400, 'Attach each document once.'])
    expect((await send(Array.from({ length: 21 }, () => unknownId))).status).toBe(400)
    expect((await send(['x'])).status).toBe(400)
    expect((await testApp.sam.post(path(acme), { content: ' ', documentIds: [id] })).status).toBe(400)
    expect(await lastOf()).toEqual(before)
  })

  it('says that a document was withdrawn since, also after its file was deleted', async () => {
    const { id } = await added()
    await send([id])
    await withdraw(id)
    for (const by of [testApp.sam, testApp.ann]) expect((await lastOf(by)).documents).toEqual([{ state: 'withdrawn' }])
    await testApp.db.run(sql`update documents set withdrawn_at = withdrawn_at - interval '31 days' where id = ${id}`)
    await deleteWithdrawnFiles(testApp.db, testApp.context.files)
    expect((await lastOf()).documents).toEqual([{ state: 'withdrawn' }])
  })

  it('links nothing after it was retracted', async () => {
    const { body } = await send([(await added()).id])
    const retracted = await testApp.sam.post(`/api/messages/${body.id}/retraction`)
    expect(retracted.body).toMatchObject({ content: '', documents: [] })
    expect((await lastOf()).documents).toEqual([])
  })

  it('does not name documents to a contact who sees only messages, and takes none from them', async () => {
    const folder = await company(testApp)
    const { id } = await added(folder)
    await send([id], testApp.sam, folder)
    const reader = await contactIn(testApp, folder, { messages: true })
    const full = await contactIn(testApp, folder, allRights)
    expect((await lastOf(reader.cora, folder)).documents).toEqual([{ state: 'hidden' }])
    expect(refusalOf(await send([id], reader.cora, folder))).toEqual([400, unusable])
    expect((await lastOf(full.cora, folder)).documents).toMatchObject([{ state: 'available', id }])
    expect((await send([id], full.cora, folder)).status).toBe(201)
  })

  it('links a document or is refused when the document is withdrawn at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await added()
      const [sent, withdrawn] = await Promise.all([send([id]), withdraw(id)])
      expect(withdrawn.status).toBe(200)
      if (sent.status === 201) expect((await lastOf()).documents).toEqual([{ state: 'withdrawn' }])
      else expect(refusalOf(sent)).toEqual([400, unusable])
    }
  })
})
