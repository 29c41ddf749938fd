import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  draftedHandbook,
  draftedPolicy,
  fields,
  handbook,
  handbooksOf,
  ownPolicy,
  publishedPolicy,
  sentHandbook,
  withoutHandbook,
} from '../../tests/handbooks.ts'
import { hasLibreOffice, hasPoppler, pagesByPoppler, pdfByLibreOffice } from '../../tests/office-programs.ts'
import { checkAccessible } from '../../tests/pdf/check-accessible.ts'
import { textOf } from '../../tests/pdf/text-of.ts'
import { type Caller, createTestApp, type TestApp, unknownId } from '../../tests/test-app.ts'
import { bundledModelPolicies } from '../model-policies/bundled.ts'

let testApp: TestApp
let acme: string
beforeAll(async () => {
  testApp = await createTestApp()
  acme = testApp.folders.acme.id
})
afterAll(() => testApp.close())

const at = (id: string) => `/api/handbooks/${id}`
const send = (id: string, by: Caller = testApp.sam, headers = {}) => by.post(`${at(id)}/versions`, undefined, headers)
const all = bundledModelPolicies().map(({ slug }) => ({ source: 'model', id: slug }))

async function fetched(who: Caller, url: string) {
  const response = await testApp.app.inject({
    method: 'GET',
    url: `/api/handbooks/${url}`,
    headers: who.cookie === null ? {} : { cookie: who.cookie },
  })
  return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload }
}

describe('assembling a handbook', () => {
  it('combines model policies and the firm’s own in the chosen order, by the team only', async () => {
    await withoutHandbook(testApp)
    const pets = await publishedPolicy(testApp)
    const items = [...handbook.items, { source: 'own', id: pets }]
    const created = await testApp.sam.post(handbooksOf(acme), { ...handbook, items })
    expect([created.status, created.body]).toMatchObject([
      201,
      {
        title: 'Acme Employee Handbook',
        items,
        titles: ['Employment Basics', 'Code of Conduct', 'Pets at Work'],
        openFields: [],
        versions: [],
        allowed: ['edit', 'send', 'download-draft'],
      },
    ])
    const { id } = created.body
    const moved = await testApp.sam.put(at(id), { ...handbook, items: items.toReversed() }, { 'if-match': '"1"' })
    expect(moved.body.titles).toEqual(['Pets at Work', 'Code of Conduct', 'Employment Basics'])
    expect((await testApp.sam.put(at(id), handbook, { 'if-match': '"1"' })).status).toBe(412)
  })

  it('creates one per folder, even for ten concurrent requests', async () => {
    await withoutHandbook(testApp)
    const tries = await Promise.all(Array.from({ length: 10 }, () => testApp.sam.post(handbooksOf(acme), handbook)))
    expect(tries.filter(({ status }) => status === 201)).toHaveLength(1)
    const refused = tries.filter(({ status }) => status === 409)
    expect(refused).toHaveLength(9)
    expect(refused[0]?.body.message).toBe('This folder already has a handbook. Open that one.')
  })

  it.each([
    ['no title', { title: '' }, 'title'],
    ['a policy twice', { items: [handbook.items[0], handbook.items[0]] }, 'items'],
    ['an unknown model policy', { items: [{ source: 'model', id: 'no-such' }] }, 'items.0'],
    ['an unknown policy of the firm', { items: [{ source: 'own', id: unknownId }] }, 'items.0'],
    ['a policy id that is none', { items: [{ source: 'own', id: 'pets' }] }, 'items.0'],
    ['an unknown source', { items: [{ source: 'web', id: 'x' }] }, 'items.0.source'],
    ['an unknown field', { fields: { mood: 'good' } }, 'fields'],
    ['a size of nobody', { headCount: 0 }, 'headCount'],
  ])('refuses %s', async (_what, change, path) => {
    await withoutHandbook(testApp)
    const answer = await testApp.sam.post(handbooksOf(acme), { ...handbook, ...change })
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, path])
  })

  it('refuses a draft of the firm that was never published', async () => {
    await withoutHandbook(testApp)
    const items = [{ source: 'own', id: await draftedPolicy(testApp) }]
    expect((await testApp.sam.post(handbooksOf(acme), { ...handbook, items })).status).toBe(400)
  })

  it('hides an unsent handbook from the client, colleagues, and other clients', async () => {
    const id = await draftedHandbook(testApp)
    expect((await testApp.ann.get(at(id))).status).toBe(404)
    expect((await testApp.ann.get(handbooksOf(acme))).body).toEqual([])
    expect((await fetched(testApp.ann, `${id}/download`)).status).toBe(404)
    expect((await testApp.ann.post(handbooksOf(acme), handbook)).status).toBe(403)
    for (const who of [testApp.sue, testApp.eve]) {
      expect((await who.get(at(id))).status).toBe(404)
      expect((await who.put(at(id), handbook)).status).toBe(404)
      expect((await send(id, who)).status).toBe(404)
      expect((await fetched(who, `${id}/download`)).status).toBe(404)
      expect((await who.get(handbooksOf(acme))).status).toBe(404)
    }
  })
})

describe('sending a handbook', () => {
  it('creates a document that the client acknowledges by signing, and audits the version', async () => {
    const id = await draftedHandbook(testApp)
    const sent = await send(id)
    expect(sent.status).toBe(201)
    const [version] = sent.body.versions
    expect(version).toMatchObject({
      number: 1,
      title: 'Acme Employee Handbook',
      policies: ['Employment Basics', 'Code of Conduct'],
      signedAt: null,
      createdByName: 'Sam Carter',
    })
    const document = (await testApp.ann.get(`/api/documents/${version.documentId}`)).body
    expect(document).toMatchObject({ requiresSignature: true, isSigned: false, mimeType: 'application/pdf' })
    expect(document.allowed).toContain('sign')
    const own = (await testApp.ann.get(at(id))).body
    expect(own).toMatchObject({ items: [], fields: {}, openFields: [], allowed: [], versions: [{ number: 1 }] })
    const entries = (await testApp.auditLog()).filter((entry) => entry.entityId === id)
    expect(entries.map(({ action }) => action)).toEqual(['handbook.created', 'handbook.sent'])
  })

  it('creates version 2 the second time, and version 1 retains its text', async () => {
    const pets = await publishedPolicy(testApp)
    const id = await sentHandbook(testApp, { items: [{ source: 'own', id: pets }] })
    await testApp.alice.put(`/api/own-policies/${pets}`, { ...ownPolicy, content: '## Purpose\n\nNo dogs any more.' })
    await testApp.alice.post(`/api/own-policies/${pets}/versions`)
    const second = await send(id)
    expect(second.body.versions.map(({ number }: { number: number }) => number)).toEqual([2, 1])
    const one = await textOf((await fetched(testApp.ann, `${id}/download?version=1`)).bytes)
    expect(one).toContain('Acme Tooling, Inc. welcomes calm dogs.')
    expect(one).toContain('Ask the hrContact first.')
    const two = await textOf((await fetched(testApp.ann, `${id}/download?version=2`)).bytes)
    expect(two).toContain('No dogs any more.')
    expect((await fetched(testApp.ann, `${id}/download?version=3`)).status).toBe(404)
    expect((await fetched(testApp.ann, `${id}/download`)).status).toBe(404)
    expect((await fetched(testApp.sam, `${id}/download`)).status).toBe(200)
  })

  it('creates one document for five concurrent requests', async () => {
    const id = await draftedHandbook(testApp)
    const before = (await testApp.sam.get(`/api/client-folders/${acme}/documents?limit=200`)).body.length
    const tries = await Promise.all(Array.from({ length: 5 }, () => send(id)))
    const done = tries.filter(({ status }) => status === 201).length
    expect(done).toBeGreaterThan(0)
    expect(tries.filter(({ status }) => ![201, 409, 429].includes(status))).toEqual([])
    const after = (await testApp.sam.get(`/api/client-folders/${acme}/documents?limit=200`)).body.length
    expect(after - before).toBe(done)
    expect((await testApp.sam.get(at(id))).body.versions).toHaveLength(done)
  })

  it('is refused while a field is empty, a policy is not in use, or nothing is chosen', async () => {
    const open = await draftedHandbook(testApp, { fields: { ...fields, hrContact: ' ', approver: null } })
    expect((await testApp.sam.get(at(open))).body.openFields).toEqual(['HR contact', 'approver'])
    const refused = await send(open)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Fill in HR contact, approver before you send the handbook.',
    ])
    const pets = await publishedPolicy(testApp)
    const retired = await draftedHandbook(testApp, { items: [{ source: 'own', id: pets }] })
    await testApp.alice.patch(`/api/own-policies/${pets}`, { isActive: false })
    expect((await testApp.sam.get(at(retired))).body.titles).toEqual([null])
    expect((await send(retired)).status).toBe(409)
    expect((await send(await draftedHandbook(testApp, { items: [] }))).status).toBe(409)
  })

  it('is refused to the client, at an outdated version, and in an archived folder', async () => {
    const id = await sentHandbook(testApp)
    expect((await send(id, testApp.ann)).status).toBe(403)
    expect((await testApp.ann.put(at(id), handbook)).status).toBe(403)
    expect((await send(id, testApp.sam, { 'if-match': '"7"' })).status).toBe(412)
    const folder = (await testApp.sam.post('/api/client-folders', { name: 'Old', services: 'x' })).body.id
    const old = (await testApp.sam.post(handbooksOf(folder), handbook)).body.id
    await testApp.sam.patch(`/api/client-folders/${folder}`, { status: 'archived' })
    expect((await send(old)).status).toBe(409)
    expect((await testApp.sam.put(at(old), handbook)).status).toBe(409)
    expect((await testApp.sam.get(at(old))).body.allowed).toEqual(['download-draft'])
  })

  it('leaves a version readable after its document is deleted', async () => {
    const id = await sentHandbook(testApp)
    await testApp.db.run(sql`update handbook_versions set document_id = null where handbook_id = ${id}`)
    expect((await testApp.ann.get(at(id))).body.versions[0].documentId).toBeNull()
    expect((await fetched(testApp.ann, `${id}/download?version=1`)).status).toBe(200)
  })
})

describe('the file of a handbook', () => {
  it('is one accessible PDF with a table of contents', async () => {
    const id = await draftedHandbook(testApp, { items: all })
    const { status, headers, bytes } = await fetched(testApp.sam, `${id}/download`)
    expect(status).toBe(200)
    expect(headers['content-disposition']).toContain('acme_employee_handbook.pdf')
    expect(await checkAccessible(bytes)).toEqual([])
    const words = await textOf(bytes)
    for (const part of ['Contents', '1. Employment Basics', '15. Acceptable Use', 'Acme Tooling, Inc.', 'Signature'])
      expect(words).toContain(part)
    expect(words).not.toContain('[HR contact]')
  })

  it.skipIf(!hasPoppler)('has each policy on the page given in the contents, as read by poppler', async () => {
    const id = await draftedHandbook(testApp)
    const pages = await pagesByPoppler((await fetched(testApp.sam, `${id}/download`)).bytes)
    const contents = pages[1] ?? ''
    const page = Number(/2\. Code of Conduct[ .\u2060]*(\d+)/.exec(contents)?.[1])
    expect(pages[page - 1]).toContain('2. Code of Conduct')
  })

  it.skipIf(!hasLibreOffice)('is one Word document that LibreOffice opens', async () => {
    const id = await draftedHandbook(testApp, { items: all })
    const { status, bytes } = await fetched(testApp.sam, `${id}/download?format=docx`)
    expect(status).toBe(200)
    const pages = await pagesByPoppler(await pdfByLibreOffice(bytes))
    expect(pages.length).toBeGreaterThan(30)
    const text = pages.join(' ').replace(/\s+/g, ' ')
    for (const part of ['Contents', '1. Employment Basics', '15. Acceptable Use', 'Acme Tooling, Inc.', 'Signature'])
      expect(text).toContain(part)
  })
})
