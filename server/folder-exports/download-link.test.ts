// Requesting a folder export, and its download link.
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { download, requestExport } from '../../tests/folder-exports.ts'
import { addDocument } from '../../tests/uploads.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
let acme: string
beforeAll(async () => {
  testApp = await createTestApp()
  acme = testApp.folders.acme.id
})
afterAll(() => testApp.close())
beforeEach(() => testApp.db.run(sql`delete from rate_limits`))

/** As in the caller's list. */
const exportOf = async (caller: Caller, id: string) =>
  ((await caller.get('/api/folder-exports?limit=200')).body as { id: string; status: string }[]).find(
    (each) => each.id === id,
  )

describe('I6: the download link', () => {
  it('works once, for the person who requested it; an email announces it, and the audit log names who downloaded it', async () => {
    const { id } = await requestExport(testApp.ann, acme)
    expect((await download(testApp, testApp.ann, id)).status).toBe(409)
    await testApp.runJobs()
    expect((await testApp.mail()).at(-1)).toMatchObject({
      to: 'ann@example.com',
      subject: 'Your ProHR folder export is ready',
    })
    expect(JSON.stringify((await testApp.mail()).at(-1))).not.toContain('Acme')
    for (const other of [testApp.eve, testApp.sam, testApp.alice, testApp.mona])
      expect((await download(testApp, other, id)).status).toBe(404)
    expect((await download(testApp, testApp.visitor, id)).status).toBe(401)
    const part = await download(testApp, testApp.ann, id, { range: 'bytes=0-9' })
    expect([part.status, part.bytes.length]).toEqual([206, 10])
    expect((await download(testApp, testApp.ann, id)).status).toBe(200)
    await expect.poll(() => exportOf(testApp.ann, id)).toMatchObject({ status: 'downloaded', allowed: [] })
    const again = await download(testApp, testApp.ann, id)
    expect([again.status, JSON.parse(again.bytes.toString()).message]).toEqual([
      409,
      'This export was already downloaded. Start a new one.',
    ])
    const actions = (await testApp.auditLog()).filter(({ entityId }) => entityId === id).map(({ action }) => action)
    expect(actions).toEqual(
      expect.arrayContaining([
        'folder-export.asked',
        'folder-export.made',
        'folder-export.fetched',
        'folder-export.downloaded',
      ]),
    )
  })

  it('does not work for an administrator who views as the client', async () => {
    const { id } = await requestExport(testApp.ann, acme)
    await testApp.runJobs()
    const alice = await testApp.signIn(testApp.people.alice.id, 'admin')
    await alice.post('/api/impersonation', { userId: testApp.people.ann.id })
    expect((await download(testApp, alice, id)).status).toBe(403)
    expect(await exportOf(testApp.ann, id)).toMatchObject({ status: 'ready' })
    expect((await download(testApp, testApp.ann, id)).status).toBe(200)
  })

  it('stops working when the right to see the folder ends', async () => {
    const { id } = await requestExport(testApp.sam, acme)
    await testApp.runJobs()
    await testApp.db.run(sql`update client_folders set assigned_staff_id = ${testApp.people.sue.id} where id = ${acme}`)
    expect((await download(testApp, testApp.sam, id)).status).toBe(404)
    expect(await exportOf(testApp.sam, id)).toBeUndefined()
    await testApp.db.run(sql`update client_folders set assigned_staff_id = ${testApp.people.sam.id} where id = ${acme}`)
    expect((await download(testApp, testApp.sam, id)).status).toBe(200)
  })

  it('expires after a week, and its file is deleted', async () => {
    const { id } = await requestExport(testApp.alice, acme)
    await testApp.runJobs()
    testApp.pass({ days: 8 })
    const alice = await testApp.signIn(testApp.people.alice.id, 'admin')
    expect(await exportOf(alice, id)).toMatchObject({ status: 'expired', allowed: [] })
    expect((await download(testApp, alice, id)).status).toBe(409)
    await testApp.db.rows(sql`select graphile_worker.add_job('sweep-folder-exports')`)
    await testApp.runJobs()
    expect(await readdir(join(testApp.config.dataDir, 'files/objects/exports'))).toEqual([])
  })
})

describe('I6: requesting an export', () => {
  it('returns the running one while it is being created, even concurrently', async () => {
    const alice = await testApp.signIn(testApp.people.alice.id, 'admin')
    const answers = await Promise.all(Array.from({ length: 5 }, () => requestExport(alice, acme)))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    const { id } = answers[0]
    // Interrupted by a kill: started, and no process is working on it.
    await testApp.db.run(sql`update folder_exports set started_at = ${testApp.db.now}, attempts = 1 where id = ${id}`)
    await testApp.runJobs()
    expect(await exportOf(alice, id)).toMatchObject({ status: 'waiting' })
    await testApp.db.rows(sql`select graphile_worker.add_job('make-folder-exports-left-behind')`)
    await testApp.runJobs()
    expect(await exportOf(alice, id)).toMatchObject({ status: 'ready' })
  })

  it('is a 404 for another client’s folder, and fails after three attempts with a missing file', async () => {
    const eve = await testApp.signIn(testApp.people.eve.id, 'client')
    expect((await eve.post(`/api/client-folders/${acme}/exports`)).status).toBe(404)
    const mona = await testApp.signIn(testApp.people.mona.id, 'master-admin')
    const lost = { name: 'Lost', services: 'HR', assignedStaffId: testApp.people.sam.id }
    const { body: folder } = await mona.post('/api/client-folders', lost)
    const { body: document } = await addDocument(mona, folder.id)
    await rm(join(testApp.config.dataDir, 'files/objects/documents', document.id))
    const { id } = await requestExport(mona, folder.id)
    await testApp.runJobs()
    expect(await exportOf(mona, id)).toMatchObject({ status: 'failed', allowed: [] })
    expect(await readdir(join(testApp.config.dataDir, 'files/objects/exports'))).toHaveLength(1)
    const later = await requestExport(mona, folder.id)
    expect(later.id).not.toBe(id)
  })
})
