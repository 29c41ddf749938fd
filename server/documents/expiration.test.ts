// The expiration date of a document: who sets it, where it is shown, and when it is refused.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { company, contactIn } from '../../tests/contacts.ts'
import { pdf } from '../../tests/samples.ts'
import { type Answer, type Caller, createTestApp, type TestApp, unknownId } from '../../tests/test-app.ts'
import { addDocument, registration, upload } from '../../tests/uploads.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const inDays = (days: number) => daysAfter(officeDate(testApp.db.now), days)
const add = async (folder: string, by: Caller = testApp.sam, more: object = {}): Promise<string> =>
  (await addDocument(by, folder, { name: 'License.pdf', ...more })).body.id
const set = (id: string, body: object, by: Caller = testApp.sam, ifMatch?: number) =>
  by.patch(`/api/documents/${id}/expiration`, body, ifMatch === undefined ? {} : { 'if-match': `"${ifMatch}"` })
const read = async (id: string, by: Caller = testApp.sam) => (await by.get(`/api/documents/${id}`)).body
const refused = ({ status, body }: Answer) => [status, body.message]

describe('the expiration date of a document', () => {
  it('is set, changed, and removed, and each change is audited', async () => {
    const folder = await company(testApp)
    const id = await add(folder)
    expect(await read(id)).toMatchObject({ expiresOn: null, remindsClient: false })
    const answer = await set(id, { expiresOn: '2027-06-03', remindsClient: true })
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { expiresOn: '2027-06-03', remindsClient: true, version: 2 },
    ])
    expect((await testApp.auditLog()).at(-1)).toMatchObject({
      action: 'document.expiration-set',
      entityId: id,
      details: { before: null, after: '2027-06-03' },
    })
    expect((await set(id, { expiresOn: '2028-06-03' })).body).toMatchObject({
      expiresOn: '2028-06-03',
      remindsClient: true,
    })
    for (const none of ['', null]) expect((await set(id, { expiresOn: none })).body.expiresOn).toBeNull()
  })

  it('is set with the upload, and the client is reminded of what they uploaded', async () => {
    const folder = await company(testApp)
    expect(await read(await add(folder, testApp.ann, { expiresOn: '2027-06-03' }))).toMatchObject({
      expiresOn: '2027-06-03',
      remindsClient: true,
    })
    expect(await read(await add(folder, testApp.sam, { expiresOn: '2027-06-03' }))).toMatchObject({
      expiresOn: '2027-06-03',
      remindsClient: false,
    })
  })

  it('is refused before 2000, after 2999, and where it is not a date', async () => {
    const folder = await company(testApp)
    const id = await add(folder)
    for (const expiresOn of ['1999-12-31', '0000-01-01', '3000-01-01'])
      expect(await set(id, { expiresOn })).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'expiresOn', message: 'Enter a date between 2000 and 2999.' }] },
      })
    for (const body of [{ expiresOn: 'soon' }, { expiresOn: '2027-02-30' }, { expiresOn: 5 }, {}])
      expect((await set(id, body)).body.issues).toMatchObject([{ path: 'expiresOn', message: 'Enter a date.' }])
    expect((await set(id, { expiresOn: null, remindsClient: 'yes' })).status).toBe(400)
    expect((await addDocument(testApp.sam, folder, { expiresOn: '1999-12-31' })).status).toBe(400)
    for (const expiresOn of ['2000-01-01', '2999-12-31']) expect((await set(id, { expiresOn })).status).toBe(200)
  })

  it('is set by the team and the uploader, not by another person of the client or another client', async () => {
    const folder = await company(testApp)
    const { cora } = await contactIn(testApp, folder, { documents: true })
    const { cora: without } = await contactIn(testApp, folder, { messages: true })
    const ofClient = await add(folder, testApp.ann)
    const ofTeam = await add(folder)
    const body = { expiresOn: '2027-06-03' }
    expect((await set(ofClient, body, testApp.ann)).status).toBe(200)
    const notTheirs = [403, 'You can only set the expiration date of documents that you uploaded.']
    expect(refused(await set(ofTeam, body, testApp.ann))).toEqual(notTheirs)
    expect(refused(await set(ofClient, body, cora))).toEqual(notTheirs)
    expect((await read(ofTeam, testApp.ann)).allowed).not.toContain('set-expiration')
    expect((await set(ofClient, body, without)).status).toBe(404)
    expect((await set(ofClient, body, testApp.eve)).status).toBe(404)
    expect((await set(unknownId, body)).status).toBe(404)
  })

  it('is refused for an earlier version, in an archived folder, after a withdrawal, and after a colleague’s change', async () => {
    const folder = await company(testApp)
    const id = await add(folder)
    const body = { expiresOn: '2027-06-03' }
    expect((await set(id, body, testApp.sam, 1)).status).toBe(200)
    expect((await set(id, { expiresOn: '2028-06-03' }, testApp.alice, 1)).status).toBe(412)
    expect((await read(id)).expiresOn).toBe('2027-06-03')
    const { clientFolderId: _, ...file } = registration('', 'License 2.pdf', pdf('second'))
    const { documentURL } = await upload(testApp.sam, pdf('second'))
    const version = await testApp.sam.post(`/api/documents/${id}/versions`, { documentURL, ...file })
    expect(version.body).toMatchObject({ expiresOn: null })
    expect(refused(await set(id, body))[0]).toBe(409)
    const withdrawn = await add(folder)
    await testApp.sam.post(`/api/documents/${withdrawn}/withdrawal`, { reason: 'Wrong file' })
    expect((await set(withdrawn, body)).status).toBe(404)
    await testApp.alice.patch(`/api/client-folders/${folder}`, { status: 'archived' })
    expect((await set(version.body.id, body)).status).toBe(409)
  })

  it('is in the view of expiring documents from 60 days before, those that expire first at the top', async () => {
    const folder = await company(testApp)
    const days = [200, 61, 60, -400, 5]
    for (const each of days) await add(folder, testApp.sam, { name: `${each}.pdf`, expiresOn: inDays(each) })
    await add(folder, testApp.sam, { name: 'none.pdf' })
    const names = async (query: string) =>
      (await testApp.ann.get(`/api/client-folders/${folder}/documents?${query}`)).body.map(
        (each: { originalName: string }) => each.originalName,
      )
    expect(await names('view=expiring&order=expires')).toEqual(['-400.pdf', '5.pdf', '60.pdf'])
    expect(await names('order=expires')).toEqual(['-400.pdf', '5.pdf', '60.pdf', '61.pdf', '200.pdf', 'none.pdf'])
    const first = await testApp.ann.get(`/api/client-folders/${folder}/documents?order=expires&limit=5`)
    const next = /<(.+)>; rel="next"/.exec(String(first.headers.link))?.[1] as string
    expect((await testApp.ann.get(next)).body).toMatchObject([{ originalName: 'none.pdf' }])
    const { views } = (await testApp.ann.get(`/api/client-folders/${folder}/documents/figures`)).body
    expect(views).toContainEqual({ view: 'expiring', count: 3 })
  })

  it('is in calendars: the team’s, and the client’s if the client is reminded', async () => {
    const folder = await company(testApp)
    const ours = await add(folder, testApp.sam, { name: 'secret-license.pdf', expiresOn: inDays(20) })
    const theirs = await add(folder, testApp.ann, { name: 'secret-license.pdf', expiresOn: inDays(20) })
    const feed = async (by: Caller) => {
      const { pathname } = new URL((await by.post('/api/calendar')).body.url)
      const text = (await testApp.visitor.get(pathname)).text.replaceAll('\r\n ', '')
      expect(text).not.toContain('secret-license')
      return [ours, theirs].map((id) => text.includes(`UID:document-${id}`))
    }
    expect(await feed(testApp.sam)).toEqual([true, true])
    expect(await feed(testApp.ann)).toEqual([false, true])
  })
})
