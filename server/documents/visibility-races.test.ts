// A document that is made team-only or shared while someone reads, names, or replaces it.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { company } from '../../tests/contacts.ts'
import { download, requestExport } from '../../tests/folder-exports.ts'
import { pdf } from '../../tests/samples.ts'
import { type Answer, type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'
import { addDocument, registration, upload } from '../../tests/uploads.ts'

let testApp: TestApp
let folder: string
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())
beforeEach(async () => {
  await testApp.db.run(sql`delete from rate_limits`)
  await testApp.db.run(sql`update uploads set created_at = created_at - interval '2 days'`)
  folder = await company(testApp)
})

const add = async (more: Record<string, unknown> = {}): Promise<string> =>
  (await addDocument(testApp.sam, folder, more)).body.id
const unshare = (id: string) => testApp.sam.patch(`/api/documents/${id}/visibility`, { visibility: 'team-only' })
const inFolder = () => `/api/client-folders/${folder}`

/** Eight documents, each made team-only at the time of the act; never do both succeed. */
async function eitherOr(act: (id: string) => Promise<Answer>, refused: number) {
  for (let round = 0; round < 8; round++) {
    const id = await add()
    const [acted, hidden] = round % 2 === 0 ? await Promise.all([act(id), unshare(id)]) : await both(act, id)
    expect([acted.status < 300 ? 'done' : acted.status, hidden.status], acted.text).toSatisfy(
      ([first, second]) => (first === 'done' && second === 409) || (first === refused && second === 200),
    )
  }
}
const both = async (act: (id: string) => Promise<Answer>, id: string) => {
  const hidden = unshare(id)
  const acted = act(id)
  return [await acted, await hidden] as const
}

it('is either opened by the client or made team-only, not both', () =>
  eitherOr((id) => testApp.ann.get(`/api/documents/${id}/file`), 404))

it('is either downloaded in a ZIP by the client or made team-only, not both', () =>
  eitherOr((id) => testApp.ann.get(`${inFolder()}/documents/zip?ids=${id}`), 404))

it('is either named by a message or made team-only, not both', () =>
  eitherOr((id) => testApp.sam.post(`${inFolder()}/messages`, { content: 'Look', documentIds: [id] }), 400))

it('is either given with an assignment or made team-only, not both', () =>
  eitherOr((id) => {
    const body = { title: 'Read it', description: 'Now', requiredAction: 'nothing', documentId: id }
    return testApp.sam.post(`${inFolder()}/assignments`, body)
  }, 400))

it('is either to be signed or made team-only, not both', () =>
  eitherOr((id) => testApp.sam.patch(`/api/documents/${id}`, { requiresSignature: true }), 409))

it('is either in the client’s export or made team-only, not both', async () => {
  const id = await add({ name: 'Export.pdf' })
  const [copy, hidden] = await Promise.all([requestExport(testApp.ann, folder), unshare(id)])
  await testApp.runJobs('make-folder-exports')
  const { bytes } = await download(testApp, testApp.ann, copy.id)
  expect(bytes.includes('documents/Export.pdf')).toBe(hidden.status === 409)
})

/** Waits until a statement waits for the lock that `held` has. */
const untilBlocked = async () => {
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await testApp.db.rows(waiting)).length, { timeout: 30_000 }).toBeGreaterThan(0)
}

it('isn’t sent to a client who was about to receive it when it was made team-only', async () => {
  const id = await add()
  const client = await testApp.db.pool.connect()
  await client.query('begin')
  await client.query(`update documents set visibility = 'team-only' where id = $1`, [id])
  const reading = [
    testApp.ann.get(`/api/documents/${id}/file`),
    testApp.ann.get(`${inFolder()}/documents/zip?ids=${id}`),
  ]
  await untilBlocked()
  await client.query('commit')
  client.release()
  for (const { status, text } of await Promise.all(reading))
    expect([status, text.includes('%PDF')]).toEqual([404, false])
  const entries = (await testApp.auditLog()).filter(
    ({ action, entityId }) => entityId === id && action.startsWith('document.'),
  )
  expect(entries.map(({ action }) => action)).toEqual(['document.added'])
})

it('refuses a new version of a document that someone shared during the upload', async () => {
  const id = await add({ visibility: 'team-only' })
  const bytes = pdf('A draft')
  const { clientFolderId: _, ...file } = registration(folder, 'Draft.pdf', bytes)
  const { documentURL } = await upload(testApp.sam, bytes)
  const client = await testApp.db.pool.connect()
  await client.query('begin')
  await client.query(`update documents set visibility = 'shared' where id = $1`, [id])
  const adding = (by: Caller) => by.post(`/api/documents/${id}/versions`, { documentURL, ...file })
  const waiting = adding(testApp.sam)
  await untilBlocked()
  await client.query('commit')
  client.release()
  const { status, body } = await waiting
  expect([status, body.message]).toEqual([
    409,
    'Someone changed who sees this document while you were uploading. Upload the new version again.',
  ])
  expect((await testApp.ann.get(`${inFolder()}/documents`)).body).toMatchObject([{ id, originalName: 'Handbook.pdf' }])
  // Nothing of the refused version was stored, so the same upload can be added now.
  expect((await adding(testApp.sam)).body).toMatchObject({ visibility: 'shared', versionNumber: 2 })
})

it('is shared once by two people at the same time', async () => {
  const id = await add({ visibility: 'team-only' })
  const share = (by: Caller) => by.patch(`/api/documents/${id}/visibility`, { visibility: 'shared' })
  const answers = await Promise.all([share(testApp.sam), share(testApp.alice)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})
