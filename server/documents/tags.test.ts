// Tags of a folder's documents: set by both sides, and a filter of the list.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { company, contactIn, noRights } from '../../tests/contacts.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'
import { addDocument } from '../../tests/uploads.ts'

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
  it('are set by either side, audited, and narrow the list', async () => {
    const folder = await company(testApp)
    const [id, other] = [await add(folder), await add(folder, 'Lease.pdf')]
    const tagged = await tag(testApp.ann, id, [' Payroll ', 'Form 941'])
    expect([tagged.status, tagged.body]).toMatchObject([200, { tags: ['Payroll', 'Form 941'], version: 2 }])
    expect((await testApp.auditLog()).at(-1)).toMatchObject({ action: 'document.tagged', entityId: id, details: {} })
    expect((await tag(testApp.sam, other, ['payroll'])).body.tags).toEqual(['Payroll'])
    expect(await tagsOf(folder)).toEqual([
      { name: 'Form 941', count: 1 },
      { name: 'Payroll', count: 2 },
    ])
    expect(await listed(folder, '?tag=PAYROLL')).toEqual([other, id])
    expect(await listed(folder, '?tag=form%20941', testApp.ann)).toEqual([id])
    expect((await tag(testApp.sam, id, [])).body.tags).toEqual([])
    expect(await tagsOf(folder)).toEqual([{ name: 'Payroll', count: 1 }])
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

  it('of a team-only document are not shown to the client', async () => {
    const folder = await company(testApp)
    const id = await add(folder, 'Case.pdf', { visibility: 'team-only' })
    await tag(testApp.sam, id, ['Investigation'])
    expect(await tagsOf(folder)).toEqual([{ name: 'Investigation', count: 1 }])
    expect(await tagsOf(folder, testApp.ann)).toEqual([])
    expect(await listed(folder, '?tag=Investigation', testApp.ann)).toEqual([])
    expect((await tag(testApp.ann, id, [])).status).toBe(404)
  })
})
