// Documents that only the team sees: no one on the client's side finds a trace of them, wherever they look.
import { execFileSync } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '../../api/index.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { company, contactIn } from '../../tests/contacts.ts'
import { openTab } from '../../tests/event-stream.ts'
import { download, requestExport } from '../../tests/folder-exports.ts'
import { pdf } from '../../tests/samples.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'
import { addDocument, registration, upload } from '../../tests/uploads.ts'
import { sendExpirationReminders } from './expiration-reminders.ts'

/** In the name, the text, and the subfolder of the team-only document. */
const marker = 'Xanthoria'

let testApp: TestApp
let folder: string
let secret: string
let shared: string
/** Everyone on the client's side, and an administrator who views as the client. */
let clientSide: [name: string, caller: Caller][]

const add = async (more: Record<string, unknown>, by: Caller = testApp.sam): Promise<string> => {
  const answer = await addDocument(by, folder, more)
  expect(answer.status, answer.text).toBe(201)
  return answer.body.id
}

beforeAll(async () => {
  testApp = await createTestApp({}, { atHour: 10 })
  const { ann, people, db, sam } = testApp
  folder = await company(testApp)
  const { cora } = await contactIn(testApp, folder, { documents: true, messages: true, money: true })
  const viewer = await testApp.signIn(people.alice.id, 'admin')
  expect((await viewer.post('/api/impersonation', { userId: people.ann.id })).status).toBe(200)
  clientSide = [
    ['the client', ann],
    ['a contact', cora],
    ['an administrator who views as the client', viewer],
  ]
  shared = await add({ name: 'Handbook.pdf', bytes: pdf('A common handbook') })
  const expiresOn = daysAfter(officeDate(db.now), 30)
  const hidden = { name: `${marker} interview.pdf`, bytes: pdf(`${marker} was interviewed`), visibility: 'team-only' }
  secret = await add({ ...hidden, expiresOn })
  await sam.patch(`/api/documents/${secret}/subfolder`, { subfolder: `${marker} case` })
  await add({ ...hidden, name: `${marker} draft.pdf` })
  await testApp.runJobs('extract-document-text')
})
afterAll(() => testApp.close())

/** Returns the text of a file in a ZIP, or the names and texts of all. */
async function unpacked(bytes: Buffer): Promise<(name: string) => string> {
  const place = join(await mkdtemp(join(tmpdir(), 'export-')), 'export.zip')
  await writeFile(place, bytes)
  const unzip = (...args: string[]) => execFileSync('unzip', args, { encoding: 'utf8', maxBuffer: 50_000_000 })
  return (name) => (name === '' ? unzip('-Z1', place) + unzip('-p', place) : unzip('-p', place, name))
}

const inFolder = () => `/api/client-folders/${folder}`

describe('a team-only document', () => {
  it('is seen by everyone of the team who works in the folder', async () => {
    for (const caller of [testApp.sam, testApp.alice, testApp.mona]) {
      expect((await caller.get(`/api/documents/${secret}`)).body).toMatchObject({
        visibility: 'team-only',
        remindsClient: false,
        allowed: expect.arrayContaining(['download', 'share', 'add-version', 'withdraw']),
      })
      expect((await caller.get(`${inFolder()}/documents?view=team-only`)).body).toHaveLength(2)
    }
    const { body } = await testApp.sam.get(`${inFolder()}/documents?visibility=shared`)
    expect(body.map(({ id }: { id: string }) => id)).toEqual([shared])
  })

  it('is not found by staff of other folders and by other clients', async () => {
    for (const caller of [testApp.sue, testApp.eve])
      for (const path of ['', '/file', '/versions'])
        expect((await caller.get(`/api/documents/${secret}${path}`)).status, path).toBe(404)
  })

  it('leaves no trace in anything that the client’s side can read', async () => {
    const paths = endpoints
      .filter(({ method, path }) => method === 'GET' && !/^\/api\/(events$|logout$|companion)/.test(path))
      .flatMap(({ path }) => (path.includes(':') ? [folder, secret].map((id) => path.replaceAll(/:\w+/g, id)) : [path]))
    expect(paths.length).toBeGreaterThan(150)
    for (const [name, caller] of clientSide)
      for (const path of paths) {
        const { text } = await caller.get(path)
        expect(text.includes(marker) || text.includes(secret), `${name}: ${path}: ${text}`).toBe(false)
      }
  })

  it('is answered like a document that doesn’t exist', async () => {
    for (const [name, caller] of clientSide) {
      for (const path of ['', '/file', '/file?inline', '/versions', '/signed', '/certificate'])
        expect((await caller.get(`/api/documents/${secret}${path}`)).status, `${name}: ${path}`).toBe(404)
      for (const ids of [secret, `${shared},${secret}`])
        expect((await caller.get(`${inFolder()}/documents/zip?ids=${ids}`)).status, `${name}: ${ids}`).toBe(404)
      const head = await caller.send({ method: 'HEAD', url: `/api/documents/${secret}/file` })
      expect(head.status, name).toBe(404)
    }
  })

  it('isn’t counted, and neither are its subfolder and its view', async () => {
    for (const [name, caller] of clientSide) {
      const { body } = await caller.get(`${inFolder()}/documents/figures`)
      expect(body, name).toMatchObject({ all: 1, subfolders: [] })
      expect(body.views.map(({ view }: { view: string }) => view)).not.toContain('team-only')
      expect((await caller.get(`${inFolder()}/figures`)).body.counts.documents, name).toBe(1)
      for (const query of ['view=team-only', 'visibility=team-only', `subfolder=${marker}%20case`, `q=${marker}`])
        expect((await caller.get(`${inFolder()}/documents?${query}`)).body, query).toEqual([])
    }
    const { body } = await testApp.sam.get(`${inFolder()}/documents/figures`)
    expect(body.all).toBe(3)
    expect(body.views).toContainEqual({ view: 'team-only', count: 2 })
  })

  it('isn’t found by its name, its text, or its id', async () => {
    for (const [name, caller] of clientSide)
      for (const query of [`q=${marker}`, 'q=interviewed', `recent=documents:${secret},document-texts:${secret}`])
        expect((await caller.get(`/api/search?${query}`)).body, `${name}: ${query}`).toEqual({ groups: [] })
    const { groups } = (await testApp.sam.get(`/api/search?q=${marker}`)).body
    expect(groups.map(({ kind }: { kind: string }) => kind)).toEqual(['documents', 'document-texts'])
  })

  it('can’t be changed by the client’s side', async () => {
    for (const [name, caller] of clientSide.slice(0, 2)) {
      const { clientFolderId: _, ...file } = registration(folder, 'a.pdf', pdf())
      const { documentURL } = await upload(caller, pdf())
      for (const answer of [
        await caller.patch(`/api/documents/${secret}/visibility`, { visibility: 'shared' }),
        await caller.patch(`/api/documents/${secret}/subfolder`, { subfolder: null }),
        await caller.patch(`/api/documents/${secret}/expiration`, { expiresOn: null }),
        await caller.patch(`/api/documents/${secret}`, { requiresSignature: true }),
        await caller.post(`/api/documents/${secret}/withdrawal`, { reason: 'x' }),
        await caller.post(`/api/documents/${secret}/versions`, { documentURL, ...file }),
        await caller.patch(`${inFolder()}/subfolders`, { name: `${marker} case`, newName: 'Other' }),
      ])
        expect(answer.status, `${name}: ${answer.text}`).toBe(404)
      const message = await caller.post(`${inFolder()}/messages`, { content: 'x', documentIds: [secret] })
      expect([message.status, message.text.includes('team-only')], name).toEqual([400, false])
    }
  })

  it('is not in the subfolder that a client renames, or whose name a client takes', async () => {
    const ownFolder = await company(testApp)
    const hidden = (await addDocument(testApp.sam, ownFolder, { visibility: 'team-only' })).body.id
    const seen = (await addDocument(testApp.sam, ownFolder)).body.id
    for (const id of [hidden, seen]) await testApp.sam.patch(`/api/documents/${id}/subfolder`, { subfolder: 'Cases' })
    const path = `/api/client-folders/${ownFolder}`
    const rename = (name: string, newName: string) => testApp.ann.patch(`${path}/subfolders`, { name, newName })
    expect((await rename('Cases', 'Taxes')).body).toEqual({ name: 'Taxes', count: 1 })
    expect((await testApp.sam.get(`/api/documents/${hidden}`)).body.subfolder).toBe('Cases')
    expect((await rename('Taxes', 'CASES')).body).toEqual({ name: 'CASES', count: 1 })
    expect((await testApp.ann.get(`${path}/documents/figures`)).body.subfolders).toEqual([{ name: 'CASES', count: 1 }])
  })

  it('is exported by the team, apart from the others, and not by the client', async () => {
    const { ann, sam } = testApp
    const copies = { ann: await requestExport(ann, folder), sam: await requestExport(sam, folder) }
    await testApp.runJobs('make-folder-exports')
    const ofClient = await unpacked((await download(testApp, ann, copies.ann.id)).bytes)
    const everything = ofClient('')
    expect(everything).toContain('Handbook.pdf')
    for (const trace of [marker, secret, 'team-only', 'Visibility']) expect(everything).not.toContain(trace)
    const list = (await unpacked((await download(testApp, sam, copies.sam.id)).bytes))('lists/documents.csv')
    expect(list).toContain('File,Name,Subfolder,Tags,Visibility,')
    expect(list).toMatch(new RegExp(`^team-only documents/.*${marker} interview.pdf,.*,team-only,`, 'm'))
    expect(list).toMatch(/^documents\/Handbook.pdf,Handbook.pdf,,,shared,/m)
  })

  it('causes no emails, notifications, or live events for the client’s side', async () => {
    await testApp.goLive()
    const address = await testApp.address()
    const tabs = await Promise.all(clientSide.slice(0, 2).map(([, caller]) => openTab(address, caller)))
    const ofTeam = await openTab(address, testApp.sam)
    const before = (await testApp.mail()).length
    const id = await add({ name: `${marker} live.pdf`, visibility: 'team-only' })
    await testApp.sam.patch(`/api/documents/${id}/subfolder`, { subfolder: `${marker} case` })
    await testApp.sam.patch(`/api/documents/${id}/expiration`, { expiresOn: '2099-01-01' })
    const names = { name: `${marker} case`, newName: `${marker} files` }
    expect((await testApp.sam.patch(`${inFolder()}/subfolders`, names)).status).toBe(200)
    const { clientFolderId: _, ...file } = registration(folder, `${marker} again.pdf`, pdf())
    const { documentURL } = await upload(testApp.sam, pdf())
    const next = (await testApp.sam.post(`/api/documents/${id}/versions`, { documentURL, ...file })).body
    expect(next).toMatchObject({ visibility: 'team-only', versionNumber: 2 })
    await testApp.sam.post(`/api/documents/${next.id}/withdrawal`, { reason: `${marker}` })
    await expect.poll(() => ofTeam.received.filter(({ type }) => type === 'documents').length).toBe(7)
    // A change that the client's side sees, after which nothing earlier can arrive.
    await testApp.sam.patch(`/api/documents/${shared}/subfolder`, { subfolder: 'Common' })
    for (const tab of tabs) await expect.poll(() => tab.received.some((change) => change.id === shared)).toBe(true)
    for (const { received } of tabs) {
      const ids = received.filter(({ type, clientFolderId }) => type === 'documents' && clientFolderId === folder)
      expect(new Set(ids.map(({ id }) => id))).toEqual(new Set([shared]))
    }
    expect(await testApp.mail()).toHaveLength(before)
    for (const [, caller] of clientSide) {
      expect((await caller.get(`${inFolder()}/withdrawn-documents`)).body).toEqual([])
      expect((await caller.get('/api/notifications')).text).not.toContain(marker)
    }
    expect((await testApp.sam.get(`${inFolder()}/withdrawn-documents`)).body).toHaveLength(1)
    for (const tab of [...tabs, ofTeam]) tab.close()
  })

  it('reminds only the team that it expires', async () => {
    const refused = await testApp.sam.patch(`/api/documents/${secret}/expiration`, {
      expiresOn: '2099-01-01',
      remindsClient: true,
    })
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Only the team can see this document. Share it with the client before you turn on reminders to the client.',
    ])
    await testApp.db.run(sql`update documents set reminds_client = true where id = ${secret}`)
    const before = (await testApp.mail()).length
    await testApp.db.run(
      sql`update documents set expiration_set_at = expiration_set_at - interval '90 days' where id = ${secret}`,
    )
    for (let day = 0; day < 4; day++) {
      await sendExpirationReminders(testApp.db)
      testApp.pass({ days: 1 })
    }
    const sent = (await testApp.mail()).slice(before)
    expect(sent.map(({ to }) => to)).toEqual(['sam@example.com'])
    const sam = await testApp.signIn(testApp.people.sam.id, 'staff')
    const ann = await testApp.signIn(testApp.people.ann.id, 'client')
    const feedOf = async (caller: Caller) => {
      const { body } = await caller.post('/api/calendar')
      return (await testApp.visitor.get(new URL(body.url).pathname)).text
    }
    expect((await feedOf(sam)).includes(`document-${secret}`)).toBe(true)
    expect((await feedOf(ann)).includes(secret)).toBe(false)
  })
})
