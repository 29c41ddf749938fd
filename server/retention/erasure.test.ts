import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applying } from '../../tests/hr-forms.ts'
import { contractInput, signContract } from '../../tests/contracts.ts'
import { textOf } from '../../tests/pdf/text-of.ts'
import { filesOnDisk } from '../../tests/uploads.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'
import { newId } from '../kit/id.ts'
import { openLog } from '../kit/log.ts'
import { openPrinter } from '../pdf/printer.ts'
import { templates } from '../pdf-templates/print.ts'
import { runErasures, type ErasureStep } from './jobs.ts'
import { closeAndRemove, filesWith, fillFolder, keysOf, type Side, sides, tablesWith } from '../../tests/traces.ts'

describe('I6: deleting a client’s data', () => {
  let testApp: TestApp
  let acme: Side
  let elmwood: Side
  let records: Awaited<ReturnType<typeof fillFolder>>
  let others: Awaited<ReturnType<typeof fillFolder>>
  let within: string
  beforeAll(async () => {
    testApp = await createTestApp()
    ;({ acme, elmwood } = sides(testApp))
    records = await fillFolder(testApp, acme)
    others = await fillFolder(testApp, elmwood)
    expect((await testApp.ann.post(`/api/client-folders/${acme.folder}/exports`)).status).toBe(201)
    await testApp.db.run(sql`
      insert into passkeys (id, user_id, credential_id, public_key, counter, name, is_synced, created_at)
      values (gen_random_uuid(), ${testApp.people.ann.id}, 'made-up', '\\x00', 0, 'zebrawood laptop', false, now())`)
    await testApp.runJobs()
    within = `/api/client-folders/${acme.folder}`
  }, 180_000)
  afterAll(() => closeAndRemove(testApp))

  const typed = { confirmation: 'zebrawood works' }

  it('has a dry run that lists what would be deleted, what is retained, and why, without changes', async () => {
    const before = (await tablesWith(testApp, 'zebrawood')).length
    expect(before).toBeGreaterThan(12)
    const { status, body: plan } = await testApp.alice.get(`${within}/erasure`)
    expect(status).toBe(200)
    expect(plan).toMatchObject({
      clientFolderName: 'zebrawood works',
      personName: expect.stringMatching(/^Ann zebrawood, .*zebrawood/),
    })
    expect(plan.obstacles).toEqual(['This folder isn’t archived. Archive it first.'])
    expect(plan.goes).toEqual(
      expect.arrayContaining([
        { what: 'Messages', count: 2, why: null },
        { what: 'Documents with their files', count: 1, why: null },
        { what: 'Unsent invoices', count: 1, why: null },
        { what: 'Unsigned contracts', count: 1, why: null },
      ]),
    )
    expect(plan.stays.map(({ what, count }: { what: string; count: number }) => [what, count]).slice(0, 4)).toEqual([
      ['Signed contracts', 1],
      ['Invoices that were sent', 1],
      ['Payments', 1],
      ['Submitted HR forms', 1],
    ])
    expect(plan.stays[0].why).toContain('Your firm’s policy')
    expect(plan.stays[3].why).toContain('29 CFR 1602')
    expect((await tablesWith(testApp, 'zebrawood')).length).toBe(before)
  })

  it('is refused while the folder is active, under a legal hold, with a wrong name, and to everyone but administrators', async () => {
    expect((await testApp.alice.post(`${within}/erasure`, typed)).body.message).toBe(
      'This folder isn’t archived. Archive it first.',
    )
    await testApp.alice.patch(within, { status: 'archived' })
    const { body: hold } = await testApp.alice.post(`${within}/legal-holds`, { reason: 'Keller v. Acme.' })
    expect((await testApp.alice.post(`${within}/erasure`, typed)).body).toMatchObject({
      code: 'conflict',
      message: 'This folder is on legal hold: Keller v. Acme. Release the hold first.',
    })
    expect((await testApp.alice.post(`/api/legal-holds/${hold.id}/release`, { releaseReason: 'Settled' })).status).toBe(
      200,
    )
    expect((await testApp.alice.post(`/api/legal-holds/${hold.id}/release`, { releaseReason: 'Again' })).status).toBe(
      409,
    )
    for (const confirmation of ['zebrawood', 'yes', 'ZEBRAWOOD WORKS'])
      expect((await testApp.alice.post(`${within}/erasure`, { confirmation })).body.issues[0].path).toBe('confirmation')
    for (const caller of [testApp.sam, testApp.ann, testApp.eve])
      expect((await caller.post(`${within}/erasure`, typed)).status).toBe(404)
    expect((await testApp.visitor.post(`${within}/erasure`, typed)).status).toBe(401)
    expect((await tablesWith(testApp, 'zebrawood')).length).toBeGreaterThan(12)
  })

  it('resumes when killed at any step; the content remains only in retained records, and other clients are unaffected', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => testApp.alice.post(`${within}/erasure`, typed)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
    const log = openLog('silent')
    const { db, config } = testApp
    const printer = openPrinter(log, templates)
    const parts = { db, config, files: filesOnDisk(join(config.dataDir, 'files')), printer, log }
    for (const step of ['pdfs', 'rows', 'files'] as ErasureStep[]) {
      const killed = runErasures(parts, (reached) => {
        if (reached === step) throw new Error('killed')
      })
      await expect(killed).rejects.toThrow('killed')
      expect((await testApp.alice.get('/api/erasures')).body[0]).toMatchObject({ status: 'running' })
    }
    printer.close()
    await testApp.runJobs()
    expect((await testApp.alice.get('/api/erasures')).body[0]).toMatchObject({
      status: 'finished',
      includesAccount: true,
    })

    expect(await testApp.db.rows(sql`select from idempotency_keys where key = 'm zebrawood'`)).toEqual([])
    expect(await tablesWith(testApp, 'zebrawood')).toEqual([])
    // The law requires the form to be retained. Its answers are encrypted.
    expect(await testApp.db.rows(sql`select from hr_form_submissions`)).toHaveLength(2)
    const archivedKeys = await keysOf(testApp, 'archived_pdfs')
    for (const file of await filesWith(testApp, 'zebrawood'))
      expect(archivedKeys).toContain(file.replace('objects/', ''))
    const named = [
      ...archivedKeys,
      ...(await keysOf(testApp, 'documents')),
      ...(await keysOf(testApp, 'folder_exports')),
    ]
    const folder = join(testApp.config.dataDir, 'files/objects')
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) expect(named).toContain(join(entry.parentPath, entry.name).slice(folder.length + 1))
    expect((await testApp.db.rows(sql`select from pending_file_deletions`)).length).toBe(0)
    const { body: pdfs } = await testApp.alice.get('/api/archived-pdfs')
    expect(pdfs.map(({ kind, keptUntil }: { kind: string; keptUntil: null }) => [kind, keptUntil]).toSorted()).toEqual([
      // The signed contract and its certificate.
      ['contracts', null],
      ['contracts', null],
      ['invoices', null],
    ])
    for (const { id } of pdfs) expect((await testApp.alice.get(`/api/archived-pdfs/${id}/file`)).status).toBe(200)

    expect((await testApp.eve.get(`/api/client-folders/${elmwood.folder}/messages`)).body).toHaveLength(2)
    expect((await testApp.eve.get(`/api/contracts/${others.contract}/pdf`)).status).toBe(200)
    expect((await testApp.eve.get(`/api/client-folders/${elmwood.folder}/documents`)).body).toHaveLength(1)
    expect((await tablesWith(testApp, 'quicksilver')).length).toBeGreaterThan(12)
  })

  it('renders no PDF again: administrators get the stored one, others a sentence', async () => {
    const { client, ...staff } = { client: testApp.ann, alice: testApp.alice, sam: testApp.sam }
    const fetched = async (caller: Caller, path: string) => {
      const { statusCode, rawPayload } = await testApp.app.inject({
        url: path,
        headers: { cookie: caller.cookie ?? '' },
      })
      return { status: statusCode, text: statusCode === 200 ? await textOf(rawPayload) : rawPayload.toString() }
    }
    const invoice = await fetched(testApp.alice, `/api/invoices/${records.invoice}/pdf`)
    expect(invoice.status).toBe(200)
    expect(invoice.text).toContain('zebrawood')
    const opened = (await testApp.auditLog()).filter(({ action }) => action === 'kept-paper.opened')
    const sealed = await fetched(testApp.alice, `/api/contracts/${records.contract}/pdf`)
    expect(sealed.text).toContain('zebrawood')
    expect((await fetched(testApp.sam, `/api/invoices/${records.invoice}/pdf`)).text).toContain(
      'This client’s data was deleted.',
    )
    const [payment] = (await testApp.alice.get(`/api/invoices/${records.invoice}/payments`)).body
    const before = await keysOf(testApp, 'archived_pdfs')
    for (const path of [
      `/api/payments/${payment.id}/pdf`,
      `/api/contracts/${records.contract}/pdf?original=1`,
      `${within}/statement/pdf`,
    ])
      for (const caller of Object.values(staff)) expect((await fetched(caller, path)).status, path).toBe(409)
    expect((await testApp.alice.post(`${within}/exports`)).status).toBe(409)
    expect((await fetched(client, `/api/invoices/${records.invoice}/pdf`)).status).toBe(401)
    expect(await keysOf(testApp, 'archived_pdfs'), 'nothing was printed and kept').toEqual(before)
    expect((await testApp.auditLog()).filter(({ action }) => action === 'kept-paper.opened')).toEqual(opened)
  })

  it('leaves an intact audit log that says who deleted the data and contains none of it', async () => {
    expect((await testApp.alice.get('/api/audit/verification')).body).toMatchObject({ whole: true })
    const entries = (await testApp.auditLog()).filter(({ action }) => action.startsWith('erasure.'))
    expect(entries.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['erasure.begun', testApp.people.alice.id],
      ['erasure.rows-erased', null],
      ['erasure.finished', null],
    ])
  })

  it('closes the account, and is refused a second time; the folder cannot be reopened', async () => {
    expect((await testApp.ann.get('/api/user')).status).toBe(401)
    expect(await testApp.db.one(sql`select count(*) from passkeys`)).toEqual({ count: 0 })
    expect(
      (await testApp.visitor.post('/api/login', { username: 'ann', password: 'a fine long pass phrase' })).status,
    ).toBe(401)
    expect((await testApp.alice.post(`${within}/erasure`, { confirmation: 'Erased client' })).status).toBe(409)
    expect((await testApp.alice.post(`${within}/legal-holds`, { reason: 'Late' })).status).toBe(409)
    expect((await testApp.alice.patch(within, { status: 'active' })).status).toBe(409)
    expect((await testApp.alice.get(`/api/invoices/${records.invoice}`)).body).toMatchObject({
      invoiceNumber: records.number,
      total: 106,
      description: null,
    })
  })

  it('deletes retained records once their retention period is over', async () => {
    await testApp.alice.put('/api/retention-rules/invoices', { months: 12 })
    await testApp.alice.put('/api/retention-rules/contracts', { months: 36 })
    testApp.pass({ days: 800 })
    await testApp.db.rows(sql`select graphile_worker.add_job('purge-due')`)
    await testApp.runJobs()
    const alice = await testApp.signIn(testApp.people.alice.id, 'admin')
    expect((await alice.get('/api/archived-pdfs')).body.map(({ kind }: { kind: string }) => kind)).toEqual([
      'contracts',
      'contracts',
    ])
    expect((await alice.get(`/api/invoices/${records.invoice}`)).status).toBe(404)
    expect(await tablesWith(testApp, 'zebrawood')).toEqual([])
    expect((await alice.get(`/api/invoices/${others.invoice}`)).status).toBe(200)
    expect(await tablesWith(testApp, 'quicksilver')).toContain('public.assignments')
    expect(await testApp.db.rows(sql`select from hr_form_submissions`)).toHaveLength(1)
  })
})

describe('I6: deleting the data of a client with another folder', () => {
  it('leaves the account and the other folder', async () => {
    const testApp = await createTestApp()
    const { acme } = sides(testApp)
    const { body: second } = await testApp.sam.post('/api/client-folders', {
      name: 'Second',
      services: 'HR',
      clientId: acme.clientId,
    })
    await testApp.ann.post(`/api/client-folders/${second.id}/messages`, { content: 'still here' })
    for (const clientFolderId of [second.id, acme.folder]) {
      const query = 'What is the capital of Australia?'
      expect((await testApp.ann.post('/api/hr-assistant', { query, clientFolderId })).status).toBe(201)
      expect((await testApp.ann.post('/api/hr-forms', { ...applying(), clientFolderId })).status).toBe(201)
    }
    await testApp.alice.patch(`/api/client-folders/${acme.folder}`, { status: 'archived' })
    expect((await testApp.alice.get(`/api/client-folders/${acme.folder}/erasure`)).body.personName).toBe(null)
    expect(
      (await testApp.alice.post(`/api/client-folders/${acme.folder}/erasure`, { confirmation: 'Acme Tooling' })).status,
    ).toBe(201)
    await testApp.runJobs()
    expect((await testApp.ann.get(`/api/client-folders/${acme.folder}`)).status).toBe(404)
    expect((await testApp.ann.get(`/api/client-folders/${second.id}/messages`)).body).toHaveLength(1)
    const folders = async (path: string) =>
      (await testApp.ann.get(path)).body.map((each: { clientFolderId: string }) => each.clientFolderId)
    expect(await folders('/api/hr-assistant/conversations')).toEqual([second.id])
    // The law requires the firm to store forms for longer than the folder.
    expect(await folders('/api/hr-form-submissions')).toEqual([acme.folder, second.id])
    testApp.pass({ days: 5 * 366 })
    await testApp.db.rows(sql`select graphile_worker.add_job('purge-due')`)
    await testApp.runJobs()
    const ann = await testApp.signIn(testApp.people.ann.id, 'client')
    const left = (await ann.get('/api/hr-form-submissions')).body
    expect(left.map((each: { clientFolderId: string }) => each.clientFolderId)).toEqual([second.id])
    await closeAndRemove(testApp)
  })
})

describe('I6: signatures', () => {
  it('cannot be changed or deleted by anything else', async () => {
    const testApp = await createTestApp()
    const { body } = await testApp.alice.post('/api/contracts', contractInput(testApp))
    expect((await signContract(testApp, body.id)).status).toBe(201)
    await expect(testApp.db.run(sql`delete from signatures`)).rejects.toThrow('append-only')
    await expect(testApp.db.run(sql`update signatures set name = ${newId()}`)).rejects.toThrow('append-only')
    await closeAndRemove(testApp)
  })
})
