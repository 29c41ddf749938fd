import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requestInput } from '../../tests/architecture/rights.ts'
import { brokenRules } from '../../tests/broken-rules.ts'
import { invoicePath, sentInvoice } from '../../tests/invoices.ts'
import { retainerBill, retainerPath } from '../../tests/retainers.ts'
import { addDocument } from '../../tests/uploads.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'
import { closeAndRemove } from '../../tests/traces.ts'
import { typed } from '../kit/row-types.ts'

describe('I6, I7: the retention schedule', () => {
  let testApp: TestApp
  let acme: string
  beforeAll(async () => {
    testApp = await createTestApp()
    acme = testApp.folders.acme.id
  })
  afterAll(() => closeAndRemove(testApp))

  const due = async (query = '') => {
    const alice = await testApp.signIn(testApp.people.alice.id, 'admin')
    return (await alice.get(`/api/retention-due${query}`)).body as { class: string; count: number; held: number }[]
  }
  const purge = async () => {
    await testApp.db.rows(sql`select graphile_worker.add_job('purge-due')`)
    await testApp.runJobs()
  }
  const messagesLeft = () =>
    testApp.db.rows(
      typed(z.object({ folder: z.string() }))`select client_folder_id as folder from messages order by id`,
    )

  it('retains everything until a period is set, and refuses one below the legal minimum', async () => {
    const { body: rules } = await testApp.alice.get('/api/retention-rules')
    expect(rules).toHaveLength(9)
    expect(rules.every(({ months }: { months: number | null }) => months === null)).toBe(true)
    const refused = await testApp.alice.put('/api/retention-rules/form-submissions', { months: 12 })
    expect([refused.status, refused.body.issues[0].path]).toEqual([400, 'months'])
    for (const months of [0, -1, 1.5, 1201, '12'])
      expect((await testApp.alice.put('/api/retention-rules/messages', { months })).status).toBe(400)
    expect((await testApp.alice.put('/api/retention-rules/nothing', { months: 12 })).status).toBe(404)
    expect((await testApp.sam.put('/api/retention-rules/messages', { months: 12 })).status).toBe(404)
    expect((await testApp.sam.get('/api/retention-rules')).status).toBe(403)
  })

  it('deletes only what is due: a legal hold wins, and an active folder retains everything', async () => {
    for (const folder of [acme, testApp.folders.elmwood.id, testApp.folders.ivans.id])
      await testApp.alice.post(`/api/client-folders/${folder}/messages`, { content: 'Old' })
    for (const folder of [acme, testApp.folders.elmwood.id])
      await testApp.alice.patch(`/api/client-folders/${folder}`, { status: 'archived' })
    const { body: hold } = await testApp.alice.post(`/api/client-folders/${acme}/legal-holds`, { reason: 'A claim' })
    expect((await testApp.alice.put('/api/retention-rules/messages', { months: 24 })).body).toMatchObject({
      months: 24,
      version: 1,
    })
    expect((await due()).find((each) => each.class === 'messages')).toMatchObject({ count: 0, held: 0 })
    testApp.pass({ days: 740 })
    expect(await due('?class=messages')).toEqual([{ class: 'messages', months: 24, count: 1, held: 1 }])
    expect(await due('?class=messages&months=60')).toEqual([{ class: 'messages', months: 60, count: 0, held: 0 }])
    expect(await messagesLeft()).toHaveLength(3)
    await purge()
    expect((await messagesLeft()).map(({ folder }) => folder)).toEqual([acme, testApp.folders.ivans.id])
    expect((await testApp.auditLog()).at(-1)).toMatchObject({
      action: 'retention.purged',
      details: { class: 'messages', months: 24, counts: { messages: 1 } },
    })
    const before = (await testApp.auditLog()).length
    await purge()
    expect(await testApp.auditLog(), 'twice takes nothing more').toHaveLength(before)
    const alice = await testApp.signIn(testApp.people.alice.id, 'admin')
    expect((await alice.post(`/api/legal-holds/${hold.id}/release`, { releaseReason: 'Settled' })).body).toMatchObject({
      allowed: [],
    })
    await purge()
    expect((await messagesLeft()).map(({ folder }) => folder)).toEqual([testApp.folders.ivans.id])
  })

  it('deletes invoices with payments, credit notes, and the retainer, and npm run verify finds nothing', async () => {
    const { people } = testApp
    const alice = await testApp.signIn(people.alice.id, 'admin')
    const given = { name: 'Billed', services: 'HR', assignedStaffId: people.sam.id, clientId: people.ann.id }
    const { body: folder } = await alice.post('/api/client-folders', given)
    const credit = async (clientFolderId: string, invoiceId: string | null) =>
      (await alice.post('/api/credit-notes', { clientFolderId, invoiceId, amount: 100, reason: 'Goodwill' })).status
    const invoiceId = await sentInvoice(testApp, { clientFolderId: folder.id }, alice)
    const { body: payment } = await alice.post(invoicePath(invoiceId, '/payments'), { amount: 500 })
    await alice.post(`/api/payments/${payment.id}/refund`, { amount: 50, reason: 'Too much' })
    const { body: bill } = await alice.post(retainerPath(testApp, '/invoices', folder.id), retainerBill(testApp, 900))
    await alice.patch(invoicePath(bill.id, '/status'), { status: 'sent' })
    await alice.post(invoicePath(bill.id, '/payments'), { amount: 900 })
    const application = { invoiceId, amount: 300 }
    const applied = await alice.post(retainerPath(testApp, '/applications', folder.id), application)
    expect(applied.body).toMatchObject({ balance: 600 })
    expect([await credit(folder.id, invoiceId), await credit(testApp.folders.ivans.id, null)]).toEqual([201, 201])
    await alice.patch(`/api/client-folders/${folder.id}`, { status: 'archived' })
    await alice.put('/api/retention-rules/invoices', { months: 120 })
    testApp.pass({ days: 3700 })
    await purge()
    expect((await testApp.auditLog()).at(-1)).toMatchObject({
      details: { class: 'invoices', counts: { credit_notes: 1, retainers: 1 } },
    })
    expect(await brokenRules(testApp)).toEqual([])
    await testApp.owner.run(sql`delete from credit_notes`)
    expect(await brokenRules(testApp)).toEqual(['Credit note numbers have no gaps'])
  })

  it('deletes files with their rows, and requests that ended without a folder', async () => {
    const alice = await testApp.signIn(testApp.people.alice.id, 'admin')
    const lost = { name: 'Files', services: 'HR', assignedStaffId: testApp.people.sam.id }
    const { body: folder } = await alice.post('/api/client-folders', lost)
    const { body: document } = await addDocument(alice, folder.id)
    await alice.post(`/api/client-folders/${folder.id}/assignments`, {
      title: 'Read',
      description: 'It',
      documentId: document.id,
    })
    await alice.patch(`/api/client-folders/${folder.id}`, { status: 'archived' })
    const { body: request } = await testApp.visitor.post('/api/service-requests', requestInput)
    await alice.patch(`/api/service-requests/${request.id}/status`, { status: 'cancelled' })
    await alice.put('/api/retention-rules/documents', { months: 1 })
    await alice.put('/api/retention-rules/service-requests', { months: 1 })
    testApp.pass({ days: 40 })
    await purge()
    const again = await testApp.signIn(testApp.people.alice.id, 'admin')
    expect((await again.get(`/api/documents/${document.id}`)).status).toBe(404)
    expect((await again.get(`/api/service-requests/${request.id}`)).status).toBe(404)
    expect(await readdir(join(testApp.config.dataDir, 'files/objects/documents'))).toEqual([])
    expect((await again.get('/api/audit/verification')).body).toMatchObject({ whole: true })
  })
})
