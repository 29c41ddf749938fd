// Tags of a folder's documents: set and seen by the team, and a filter of its list.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { company, contactIn, noRights } from '../../tests/contacts.ts'
import { pdf } from '../../tests/samples.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'
import { addDocument, registration, upload } from '../../tests/uploads.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const add = async (folder: string, name = 'Handbook.pdf', more: object = {}): Promise<string> => {
  await testApp.db.run(sql`update uploads set created_at = created_at - interval '2 days'`)
  const { status, body, text } = await addDocument(testApp.sam, folder, { name, ...more })
  expect(status, text).toBe(201)
  return body.id
}
const tag = (by: Caller, id: string, tags: unknown, headers = {}) =>
  by.patch(`/api/documents/${id}/tags`, { tags }, headers)
const tagsOf = async (folder: string, by: Caller = testApp.sam) =>
  (await by.get(`/api/client-folders/${folder}/documents/figures`)).body.tags
const listed = async (folder: string, query: string, by: Caller = testApp.sam): Promise<string[]> =>
  (await by.get(`/api/client-folders/${folder}/documents${query}`)).body.map(({ id }: { id: string }) => id)

describe('the tags of a document', () => {
  it('are set by the team, audited, and narrow the list', async () => {
    const folder = await company(testApp)
    const [id, other] = [await add(folder), await add(folder, 'Lease.pdf')]
    const tagged = await tag(testApp.sam, id, [' Payroll ', 'Form 941'])
    expect([tagged.status, tagged.body]).toMatchObject([200, { tags: ['Payroll', 'Form 941'], version: 2 }])
    expect((await testApp.auditLog()).at(-1)).toMatchObject({
      action: 'document.tagged',
      entityId: id,
      details: { before: { tags: 0 }, after: { tags: 2 } },
    })
    expect((await tag(testApp.alice, other, ['payroll'])).body.tags).toEqual(['Payroll'])
    expect(await tagsOf(folder)).toEqual([
      { name: 'Form 941', count: 1 },
      { name: 'Payroll', count: 2 },
    ])
    expect(await listed(folder, '?tag=PAYROLL')).toEqual([other, id])
    expect((await tag(testApp.sam, id, [])).body.tags).toEqual([])
    expect(await tagsOf(folder)).toEqual([{ name: 'Payroll', count: 1 }])
  })

  it('can be spelled differently by the only document that has the tag', async () => {
    const folder = await company(testApp)
    const [id, other] = [await add(folder), await add(folder, 'Lease.pdf')]
    await tag(testApp.sam, id, ['payrol', 'form 941'])
    await tag(testApp.sam, other, ['Form 941'])
    expect((await tag(testApp.sam, id, ['Payroll', 'FORM 941'])).body.tags).toEqual(['Payroll', 'form 941'])
    expect((await tag(testApp.sam, id, ['PAYROLL'])).body.tags).toEqual(['PAYROLL'])
  })

  it.each([
    [['a,b'], 'A tag is one line without commas.'],
    [['a\nb'], 'A tag is one line without commas.'],
    [[' '], 'Enter a tag.'],
    [['x'.repeat(41)], 'Use up to 40 characters for a tag.'],
    [['One', 'one '], 'Enter each tag once.'],
    [Array.from({ length: 11 }, (_, n) => `Tag ${n}`), 'Use at most 10 tags.'],
    ['Payroll', 'Enter the tags as a list.'],
  ])('refuse %j', async (tags, message) => {
    const { status, body } = await tag(testApp.sam, await add(testApp.folders.acme.id), tags)
    expect([status, body.message]).toEqual([400, message])
  })

  it('refuse strangers, contacts without documents, an archived folder, and an earlier version', async () => {
    const folder = await company(testApp)
    const id = await add(folder)
    const { cora } = await contactIn(testApp, folder, { ...noRights, messages: true })
    for (const by of [testApp.eve, testApp.sue, cora]) expect((await tag(by, id, ['Payroll'])).status).toBe(404)
    expect((await tag(testApp.visitor, id, ['Payroll'])).status).toBe(401)
    const answers = await Promise.all(['One', 'Two'].map((name) => tag(testApp.sam, id, [name], { 'if-match': '"1"' })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412])
    await testApp.alice.patch(`/api/client-folders/${folder}`, { status: 'archived' })
    expect((await tag(testApp.sam, id, ['Payroll'])).status).toBe(409)
  })

  it('are not shown to the client, not even of a document that is shared later, and the client can’t set them', async () => {
    const folder = await company(testApp)
    const id = await add(folder, 'Case.pdf', { visibility: 'team-only' })
    await tag(testApp.sam, id, ['Investigation'])
    await testApp.sam.patch(`/api/documents/${id}/visibility`, { visibility: 'shared' })
    expect(await tagsOf(folder)).toEqual([{ name: 'Investigation', count: 1 }])
    expect(await tagsOf(folder, testApp.ann)).toEqual([])
    expect(await listed(folder, '', testApp.ann)).toEqual([id])
    expect(await listed(folder, '?tag=Investigation', testApp.ann)).toEqual([])
    for (const path of [
      `/api/client-folders/${folder}/documents`,
      `/api/documents/${id}`,
      `/api/documents/${id}/versions`,
    ])
      expect((await testApp.ann.get(path)).text).not.toContain('Investigation')
    expect((await tag(testApp.ann, id, [])).status).toBe(404)
  })

  it('remain when the client adds a new version', async () => {
    const folder = await company(testApp)
    const { id } = (await addDocument(testApp.ann, folder, { name: 'Case.pdf' })).body
    await tag(testApp.sam, id, ['Investigation'])
    const bytes = pdf('second')
    const { clientFolderId: _, ...file } = registration('', 'Case 2.pdf', bytes)
    const { documentURL } = await upload(testApp.ann, bytes)
    const answer = await testApp.ann.post(`/api/documents/${id}/versions`, { ...file, documentURL })
    expect([answer.status, answer.body.tags]).toEqual([201, []])
    expect((await testApp.sam.get(`/api/documents/${answer.body.id}`)).body.tags).toEqual(['Investigation'])
  })
})
