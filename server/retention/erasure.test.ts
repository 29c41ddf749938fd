import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applying } from '../../tests/hr-forms.ts'
import { contractInput, signContract } from '../../tests/contracts.ts'
import { textOf } from '../../tests/pdf/text-of.ts'
import { filesOnDisk } from '../../tests/uploads.ts'
import { type Caller, createWorld, type World } from '../../tests/world.ts'
import { newId } from '../kit/id.ts'
import { openLog } from '../kit/log.ts'
import { openPrinter } from '../pdf/printer.ts'
import { templates } from '../papers/print.ts'
import { eraseWaiting, type ErasureStep } from './jobs.ts'
import { closeAndRemove, filesWith, fillFolder, keysOf, type Side, sides, tablesWith } from '../../tests/traces.ts'

describe('I6: erasing a client', () => {
  let world: World
  let acme: Side
  let elmwood: Side
  let made: Awaited<ReturnType<typeof fillFolder>>
  let others: Awaited<ReturnType<typeof fillFolder>>
  let within: string
  beforeAll(async () => {
    world = await createWorld()
    ;({ acme, elmwood } = sides(world))
    made = await fillFolder(world, acme)
    others = await fillFolder(world, elmwood)
    expect((await world.ann.post(`/api/client-folders/${acme.folder}/exports`)).status).toBe(201)
    await world.db.run(sql`
      insert into passkeys (id, user_id, credential_id, public_key, counter, name, is_synced, created_at)
      values (gen_random_uuid(), ${world.people.ann.id}, 'made-up', '\\x00', 0, 'zebrawood laptop', false, now())`)
    await world.runJobs()
    within = `/api/client-folders/${acme.folder}`
  }, 180_000)
  afterAll(() => closeAndRemove(world))

  const typed = { confirmation: 'zebrawood works' }

  it('is tried out first: what would go, what stays and why; nothing changes', async () => {
    const before = (await tablesWith(world, 'zebrawood')).length
    expect(before).toBeGreaterThan(12)
    const { status, body: plan } = await world.alice.get(`${within}/erasure`)
    expect(status).toBe(200)
    expect(plan).toMatchObject({
      clientFolderName: 'zebrawood works',
      personName: expect.stringMatching(/^Ann zebrawood, .*zebrawood/),
    })
    expect(plan.obstacles).toEqual(['This folder is not archived. Archive it first.'])
    expect(plan.goes).toEqual(
      expect.arrayContaining([
        { what: 'Messages', count: 2, why: null },
        { what: 'Documents with their files', count: 1, why: null },
        { what: 'Invoices never sent', count: 1, why: null },
        { what: 'Contracts never signed', count: 1, why: null },
      ]),
    )
    expect(plan.stays.map(({ what, count }: { what: string; count: number }) => [what, count]).slice(0, 4)).toEqual([
      ['Signed contracts', 1],
      ['Invoices that were sent', 1],
      ['Payments', 1],
      ['Submitted HR forms', 1],
    ])
    expect(plan.stays[0].why).toContain('Your firm’s choice')
    expect(plan.stays[3].why).toContain('29 CFR 1602')
    expect((await tablesWith(world, 'zebrawood')).length).toBe(before)
  })

  it('is refused while the folder is open, under a hold, with another name, and to everybody but administrators', async () => {
    expect((await world.alice.post(`${within}/erasure`, typed)).body.message).toBe(
      'This folder is not archived. Archive it first.',
    )
    await world.alice.patch(within, { status: 'archived' })
    const { body: hold } = await world.alice.post(`${within}/legal-holds`, { reason: 'Keller v. Acme.' })
    expect((await world.alice.post(`${within}/erasure`, typed)).body).toMatchObject({
      code: 'conflict',
      message: 'A legal hold keeps this folder: Keller v. Acme. Release it first.',
    })
    expect((await world.alice.post(`/api/legal-holds/${hold.id}/release`, { releaseReason: 'Settled' })).status).toBe(
      200,
    )
    expect((await world.alice.post(`/api/legal-holds/${hold.id}/release`, { releaseReason: 'Again' })).status).toBe(409)
    for (const confirmation of ['zebrawood', 'yes', 'ZEBRAWOOD WORKS'])
      expect((await world.alice.post(`${within}/erasure`, { confirmation })).body.issues[0].path).toBe('confirmation')
    for (const caller of [world.sam, world.ann, world.eve])
      expect((await caller.post(`${within}/erasure`, typed)).status).toBe(404)
    expect((await world.visitor.post(`${within}/erasure`, typed)).status).toBe(401)
    expect((await tablesWith(world, 'zebrawood')).length).toBeGreaterThan(12)
  })

  it('killed at any step is taken up again; the word is nowhere but in what is kept, and the other client has all', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => world.alice.post(`${within}/erasure`, typed)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
    const log = openLog('silent')
    const { db, config } = world
    const printer = openPrinter(log, templates)
    const parts = { db, config, files: filesOnDisk(join(config.dataDir, 'files')), printer, log }
    for (const step of ['papers', 'rows', 'files'] as ErasureStep[]) {
      const killed = eraseWaiting(parts, (reached) => {
        if (reached === step) throw new Error('killed')
      })
      await expect(killed).rejects.toThrow('killed')
      expect((await world.alice.get('/api/erasures')).body[0]).toMatchObject({ status: 'running' })
    }
    printer.close()
    await world.runJobs()
    expect((await world.alice.get('/api/erasures')).body[0]).toMatchObject({ status: 'finished', withPerson: true })

    expect(await world.db.rows(sql`select from idempotency_keys where key = 'm zebrawood'`)).toEqual([])
    expect(await tablesWith(world, 'zebrawood')).toEqual([])
    // The form is kept because the law says so. Its answers are encrypted.
    expect(await world.db.rows(sql`select from hr_form_submissions`)).toHaveLength(2)
    const kept = await keysOf(world, 'papers')
    for (const file of await filesWith(world, 'zebrawood')) expect(kept).toContain(file.replace('objects/', ''))
    const named = [...kept, ...(await keysOf(world, 'documents')), ...(await keysOf(world, 'folder_exports'))]
    const folder = join(world.config.dataDir, 'files/objects')
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) expect(named).toContain(join(entry.parentPath, entry.name).slice(folder.length + 1))
    expect((await world.db.rows(sql`select from condemned_files`)).length).toBe(0)
    const { body: papers } = await world.alice.get('/api/kept-papers')
    expect(
      papers.map(({ kind, keptUntil }: { kind: string; keptUntil: null }) => [kind, keptUntil]).toSorted(),
    ).toEqual([
      ['contracts', null],
      ['invoices', null],
    ])
    for (const { id } of papers) expect((await world.alice.get(`/api/kept-papers/${id}/file`)).status).toBe(200)

    expect((await world.eve.get(`/api/client-folders/${elmwood.folder}/messages`)).body).toHaveLength(2)
    expect((await world.eve.get(`/api/contracts/${others.contract}/pdf`)).status).toBe(200)
    expect((await world.eve.get(`/api/client-folders/${elmwood.folder}/documents`)).body).toHaveLength(1)
    expect((await tablesWith(world, 'quicksilver')).length).toBeGreaterThan(12)
  })

  it('draws nothing anew: an administrator is given what is kept, the others a sentence', async () => {
    const { client, ...staff } = { client: world.ann, alice: world.alice, sam: world.sam }
    const fetched = async (caller: Caller, path: string) => {
      const { statusCode, rawPayload } = await world.app.inject({
        url: path,
        headers: { cookie: caller.cookie ?? '' },
      })
      return { status: statusCode, text: statusCode === 200 ? await textOf(rawPayload) : rawPayload.toString() }
    }
    const invoice = await fetched(world.alice, `/api/invoices/${made.invoice}/pdf`)
    expect(invoice.status).toBe(200)
    expect(invoice.text).toContain('zebrawood')
    const opened = (await world.trail()).filter(({ action }) => action === 'kept-paper.opened')
    const sealed = await fetched(world.alice, `/api/contracts/${made.contract}/pdf`)
    expect(sealed.text).toContain('zebrawood')
    expect((await fetched(world.sam, `/api/invoices/${made.invoice}/pdf`)).text).toContain('This client was erased.')
    const [payment] = (await world.alice.get(`/api/invoices/${made.invoice}/payments`)).body
    const before = await keysOf(world, 'papers')
    for (const path of [
      `/api/payments/${payment.id}/pdf`,
      `/api/contracts/${made.contract}/pdf?original=1`,
      `${within}/statement/pdf`,
    ])
      for (const caller of Object.values(staff)) expect((await fetched(caller, path)).status, path).toBe(409)
    expect((await world.alice.post(`${within}/exports`)).status).toBe(409)
    expect((await fetched(client, `/api/invoices/${made.invoice}/pdf`)).status).toBe(401)
    expect(await keysOf(world, 'papers'), 'nothing was printed and kept').toEqual(before)
    expect((await world.trail()).filter(({ action }) => action === 'kept-paper.opened')).toEqual(opened)
  })

  it('leaves a whole trail, which says who erased and holds no word of theirs', async () => {
    expect((await world.alice.get('/api/audit/verification')).body).toMatchObject({ whole: true })
    const told = (await world.trail()).filter(({ action }) => action.startsWith('erasure.'))
    expect(told.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['erasure.begun', world.people.alice.id],
      ['erasure.rows-erased', null],
      ['erasure.finished', null],
    ])
  })

  it('ends the account, and is refused a second time; nothing opens the folder again', async () => {
    expect((await world.ann.get('/api/user')).status).toBe(401)
    expect(await world.db.one(sql`select count(*) from passkeys`)).toEqual({ count: 0 })
    expect(
      (await world.visitor.post('/api/login', { username: 'ann', password: 'a fine long pass phrase' })).status,
    ).toBe(401)
    expect((await world.alice.post(`${within}/erasure`, { confirmation: 'Erased client' })).status).toBe(409)
    expect((await world.alice.post(`${within}/legal-holds`, { reason: 'Late' })).status).toBe(409)
    expect((await world.alice.patch(within, { status: 'active' })).status).toBe(409)
    expect((await world.alice.get(`/api/invoices/${made.invoice}`)).body).toMatchObject({
      invoiceNumber: made.number,
      total: 106,
      description: null,
    })
  })

  it('lets what is kept go when its time is over', async () => {
    await world.alice.put('/api/retention-rules/invoices', { months: 12 })
    await world.alice.put('/api/retention-rules/contracts', { months: 36 })
    world.pass({ days: 800 })
    await world.db.rows(sql`select graphile_worker.add_job('purge-due')`)
    await world.runJobs()
    const alice = await world.signIn(world.people.alice.id, 'admin')
    expect((await alice.get('/api/kept-papers')).body.map(({ kind }: { kind: string }) => kind)).toEqual(['contracts'])
    expect((await alice.get(`/api/invoices/${made.invoice}`)).status).toBe(404)
    expect(await tablesWith(world, 'zebrawood')).toEqual([])
    expect((await alice.get(`/api/invoices/${others.invoice}`)).status).toBe(200)
    expect(await tablesWith(world, 'quicksilver')).toContain('public.assignments')
    expect(await world.db.rows(sql`select from hr_form_submissions`)).toHaveLength(1)
  })
})

describe('I6: a person with another folder', () => {
  it('keeps the account and that folder', async () => {
    const world = await createWorld()
    const { acme } = sides(world)
    const { body: second } = await world.sam.post('/api/client-folders', {
      name: 'Second',
      services: 'HR',
      clientId: acme.clientId,
    })
    await world.ann.post(`/api/client-folders/${second.id}/messages`, { content: 'still here' })
    for (const clientFolderId of [second.id, acme.folder]) {
      const query = 'What is the capital of Australia?'
      expect((await world.ann.post('/api/hr-assistant', { query, clientFolderId })).status).toBe(201)
      expect((await world.ann.post('/api/hr-forms', { ...applying(), clientFolderId })).status).toBe(201)
    }
    await world.alice.patch(`/api/client-folders/${acme.folder}`, { status: 'archived' })
    expect((await world.alice.get(`/api/client-folders/${acme.folder}/erasure`)).body.personName).toBe(null)
    expect(
      (await world.alice.post(`/api/client-folders/${acme.folder}/erasure`, { confirmation: 'Acme Tooling' })).status,
    ).toBe(201)
    await world.runJobs()
    expect((await world.ann.get(`/api/client-folders/${acme.folder}`)).status).toBe(404)
    expect((await world.ann.get(`/api/client-folders/${second.id}/messages`)).body).toHaveLength(1)
    const folders = async (path: string) =>
      (await world.ann.get(path)).body.map((each: { clientFolderId: string }) => each.clientFolderId)
    expect(await folders('/api/hr-assistant/conversations')).toEqual([second.id])
    // The law requires the firm to store forms for longer than the folder.
    expect(await folders('/api/hr-form-submissions')).toEqual([acme.folder, second.id])
    world.pass({ days: 5 * 366 })
    await world.db.rows(sql`select graphile_worker.add_job('purge-due')`)
    await world.runJobs()
    const ann = await world.signIn(world.people.ann.id, 'client')
    const left = (await ann.get('/api/hr-form-submissions')).body
    expect(left.map((each: { clientFolderId: string }) => each.clientFolderId)).toEqual([second.id])
    await closeAndRemove(world)
  })
})

describe('I6: signatures', () => {
  it('still cannot be changed or deleted by anything else', async () => {
    const world = await createWorld()
    const { body } = await world.alice.post('/api/contracts', contractInput(world))
    expect((await signContract(world, body.id)).status).toBe(201)
    await expect(world.db.run(sql`delete from signatures`)).rejects.toThrow('only ever added to')
    await expect(world.db.run(sql`update signatures set name = ${newId()}`)).rejects.toThrow('only ever added to')
    await closeAndRemove(world)
  })
})
