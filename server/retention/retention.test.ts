import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contractInput, proposalIn, signContract } from '../../tests/contracts.ts'
import { acknowledgment } from '../../tests/guards/rights-forms.ts'
import { wish } from '../../tests/guards/rights.ts'
import { textOf } from '../../tests/pdf/text-of.ts'
import * as make from '../../tests/samples.ts'
import { addDocument, filesOnDisk } from '../../tests/uploads.ts'
import { type Caller, createWorld, type World } from '../../tests/world.ts'

import { newId } from '../kit/id.ts'
import { openLog } from '../kit/log.ts'
import { openPrinter } from '../kit/pdf/printer.ts'
import { templates } from '../papers/print.ts'
import { eraseWaiting, type ErasureStep } from './jobs.ts'

interface Side {
  word: string
  client: Caller
  staff: Caller
  clientId: string
  folder: string
}

/** Writes the word wherever a client and the team can write one. */
async function fill(world: World, { word, client, staff, clientId, folder }: Side) {
  const ok = async (answer: Promise<{ status: number; text: string }>) => {
    const { status, text } = await answer
    expect(status, text).toBeLessThan(300)
  }
  const within = `/api/client-folders/${folder}`
  const { alice } = world
  const { email, firstName, role } = (await client.get('/api/user')).body
  const person = { email, firstName, role, lastName: word, phone: word, company: word }
  await ok(alice.put(`/api/users/${clientId}`, person))
  // Changed by the portal itself, it would end the sessions.
  await world.db.run(sql`update users set email = ${`${word}@example.com`} where id = ${clientId}`)
  await ok(alice.patch(within, { name: `${word} works`, services: word, purchaseOrderNumber: word }))
  const { body: request } = await world.visitor.post('/api/service-requests', {
    ...wish,
    businessName: word,
    lastName: word,
  })
  await world.db.run(sql`update client_folders set service_request_id = ${request.id} where id = ${folder}`)
  await ok(client.post(`${within}/messages`, { content: word }, { 'idempotency-key': `m ${word}` }))
  await ok(staff.post(`${within}/messages`, { content: word }))
  const contact = { name: word, email: `${word}-contact@example.com`, money: true, documents: true, messages: true }
  await ok(alice.post(`${within}/contacts`, contact))
  await ok(staff.post(`${within}/staff-notes`, { content: word }))
  await ok(staff.post(`${within}/assignments`, { title: word, description: word }))
  await ok(
    staff.post(`${within}/document-requests`, {
      title: word,
      description: word,
      documentType: 'policy',
      priority: 'low',
    }),
  )
  const bytes = make.pdf(word)
  const document = await addDocument(staff, folder, { name: `${word}.pdf`, bytes, requiresSignature: true })
  await ok(Promise.resolve(document))
  await client.get(`/api/documents/${document.body.id}/file`)
  const consent = { consent: true, kind: 'typed', name: word }
  await ok(client.post(`/api/documents/${document.body.id}/signature`, consent))
  await ok(
    client.post('/api/hr-forms', {
      formType: 'handbook-acknowledgment',
      formData: { ...acknowledgment, employeeName: word },
    }),
  )
  await ok(client.post('/api/hr-assistant', { query: `What is ${word}?` }))
  const invoice = {
    clientFolderId: folder,
    description: word,
    dueDate: '2099-12-31',
    lineItems: [{ description: word, quantity: 1, rate: 100 }],
  }
  await ok(alice.post('/api/invoices', invoice))
  const { body: sent } = await alice.post('/api/invoices', invoice)
  await ok(alice.patch(`/api/invoices/${sent.id}/status`, { status: 'sent' }))
  await ok(alice.post(`/api/invoices/${sent.id}/payments`, { amount: 50, method: 'check', reference: word }))
  const contract = contractInput(world, { clientFolderId: folder, clientName: word, clientAddress: word, terms: word })
  await ok(alice.post('/api/contracts', contract))
  const { body: signed } = await alice.post('/api/contracts', contract)
  await client.get(`/api/contracts/${signed.id}/pdf`)
  await ok(client.post(`/api/contracts/${signed.id}/signature`, consent))
  await proposalIn(world, 'sent', { clientFolderId: folder })
  await world.db.run(sql`update proposals set title = ${word}, comment = ${word} where client_folder_id = ${folder}`)
  await ok(client.post('/api/calendar'))
  await world.runJobs()
  return { contract: signed.id as string, invoice: sent.id as string, number: sent.invoiceNumber as string }
}

/** Each table of the database in which the word stands anywhere. */
async function tablesWith({ db }: World, word: string): Promise<string[]> {
  const tables = await db.rows<{ name: string }>(sql`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname in ('public', 'graphile_worker') order by 1`)
  const found: string[] = []
  for (const { name } of tables)
    if ((await db.maybe(sql`select from ${raw(name)} t where strpos(to_jsonb(t)::text, ${word}) > 0 limit 1`)) !== null)
      found.push(name)
  expect(tables.length).toBeGreaterThan(40)
  return found
}

const keysOf = async ({ db }: World, table: string): Promise<string[]> =>
  (await db.rows<{ key: string }>(sql`select storage_key as key from ${raw(table)} where storage_key is not null`)).map(
    ({ key }) => key,
  )

/** Each file that holds the word, by namespace. */
async function filesWith({ config }: World, word: string): Promise<string[]> {
  const folder = join(config.dataDir, 'files')
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const entry of names.filter((each) => each.isFile())) {
    const place = join(entry.parentPath, entry.name)
    if ((await readFile(place)).includes(word)) found.push(place.slice(folder.length + 1))
  }
  return found
}

const sides = (world: World): { acme: Side; elmwood: Side } => ({
  acme: {
    word: 'zebrawood',
    client: world.ann,
    staff: world.sam,
    clientId: world.people.ann.id,
    folder: world.folders.acme.id,
  },
  elmwood: {
    word: 'quicksilver',
    client: world.eve,
    staff: world.sue,
    clientId: world.people.eve.id,
    folder: world.folders.elmwood.id,
  },
})

const clean = async (world: World) => {
  await world.close()
  await rm(world.config.dataDir, { recursive: true, force: true })
}

describe('erasing a client', () => {
  let world: World
  let acme: Side
  let elmwood: Side
  let made: Awaited<ReturnType<typeof fill>>
  let others: Awaited<ReturnType<typeof fill>>
  let within: string
  beforeAll(async () => {
    world = await createWorld()
    ;({ acme, elmwood } = sides(world))
    made = await fill(world, acme)
    others = await fill(world, elmwood)
    expect((await world.ann.post(`/api/client-folders/${acme.folder}/exports`)).status).toBe(201)
    await world.db.run(sql`
      insert into passkeys (id, user_id, credential_id, public_key, counter, name, is_synced, created_at)
      values (gen_random_uuid(), ${world.people.ann.id}, 'made-up', '\\x00', 0, 'zebrawood laptop', false, now())`)
    await world.runJobs()
    within = `/api/client-folders/${acme.folder}`
  }, 180_000)
  afterAll(() => clean(world))

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
    // The form is kept because the law says so.
    expect(await tablesWith(world, 'zebrawood')).toEqual(['public.hr_form_submissions'])
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
    expect(await tablesWith(world, 'quicksilver')).toContain('public.hr_form_submissions')
  })
})

describe('a person with another folder', () => {
  it('keeps the account and that folder', async () => {
    const world = await createWorld()
    const { acme } = sides(world)
    const { body: second } = await world.sam.post('/api/client-folders', {
      name: 'Second',
      services: 'HR',
      clientId: acme.clientId,
    })
    await world.ann.post(`/api/client-folders/${second.id}/messages`, { content: 'still here' })
    await world.alice.patch(`/api/client-folders/${acme.folder}`, { status: 'archived' })
    expect((await world.alice.get(`/api/client-folders/${acme.folder}/erasure`)).body.personName).toBe(null)
    expect(
      (await world.alice.post(`/api/client-folders/${acme.folder}/erasure`, { confirmation: 'Acme Tooling' })).status,
    ).toBe(201)
    await world.runJobs()
    expect((await world.ann.get(`/api/client-folders/${acme.folder}`)).status).toBe(404)
    expect((await world.ann.get(`/api/client-folders/${second.id}/messages`)).body).toHaveLength(1)
    await clean(world)
  })
})

describe('the schedule', () => {
  let world: World
  let acme: string
  beforeAll(async () => {
    world = await createWorld()
    acme = world.folders.acme.id
  })
  afterAll(() => clean(world))

  const due = async (query = '') => {
    const alice = await world.signIn(world.people.alice.id, 'admin')
    return (await alice.get(`/api/retention-due${query}`)).body as { class: string; count: number; held: number }[]
  }
  const purge = async () => {
    await world.db.rows(sql`select graphile_worker.add_job('purge-due')`)
    await world.runJobs()
  }
  const messagesLeft = () =>
    world.db.rows<{ folder: string }>(sql`select client_folder_id as folder from messages order by id`)

  it('keeps everything until somebody sets a time, and nothing for less than the law says', async () => {
    const { body: rules } = await world.alice.get('/api/retention-rules')
    expect(rules).toHaveLength(9)
    expect(rules.every(({ months }: { months: number | null }) => months === null)).toBe(true)
    const refused = await world.alice.put('/api/retention-rules/form-submissions', { months: 12 })
    expect([refused.status, refused.body.issues[0].path]).toEqual([400, 'months'])
    for (const months of [0, -1, 1.5, 1201, '12'])
      expect((await world.alice.put('/api/retention-rules/messages', { months })).status).toBe(400)
    expect((await world.alice.put('/api/retention-rules/nothing', { months: 12 })).status).toBe(404)
    expect((await world.sam.put('/api/retention-rules/messages', { months: 12 })).status).toBe(404)
    expect((await world.sam.get('/api/retention-rules')).status).toBe(403)
  })

  it('takes what is due, and only that: a hold wins, an open folder keeps all', async () => {
    for (const folder of [acme, world.folders.elmwood.id, world.folders.ivans.id])
      await world.alice.post(`/api/client-folders/${folder}/messages`, { content: 'Old' })
    for (const folder of [acme, world.folders.elmwood.id])
      await world.alice.patch(`/api/client-folders/${folder}`, { status: 'archived' })
    const { body: hold } = await world.alice.post(`/api/client-folders/${acme}/legal-holds`, { reason: 'A claim' })
    expect((await world.alice.put('/api/retention-rules/messages', { months: 24 })).body).toMatchObject({
      months: 24,
      version: 1,
    })
    expect((await due()).find((each) => each.class === 'messages')).toMatchObject({ count: 0, held: 0 })
    world.pass({ days: 740 })
    expect(await due('?class=messages')).toEqual([{ class: 'messages', months: 24, count: 1, held: 1 }])
    expect(await due('?class=messages&months=60')).toEqual([{ class: 'messages', months: 60, count: 0, held: 0 }])
    expect(await messagesLeft()).toHaveLength(3)
    await purge()
    expect((await messagesLeft()).map(({ folder }) => folder)).toEqual([acme, world.folders.ivans.id])
    expect((await world.trail()).at(-1)).toMatchObject({
      action: 'retention.purged',
      details: { class: 'messages', months: 24, counts: { messages: 1 } },
    })
    const before = (await world.trail()).length
    await purge()
    expect(await world.trail(), 'twice takes nothing more').toHaveLength(before)
    const alice = await world.signIn(world.people.alice.id, 'admin')
    expect((await alice.post(`/api/legal-holds/${hold.id}/release`, { releaseReason: 'Settled' })).body).toMatchObject({
      allowed: [],
    })
    await purge()
    expect((await messagesLeft()).map(({ folder }) => folder)).toEqual([world.folders.ivans.id])
  })

  it('takes files along with their rows, and requests that ended without a folder', async () => {
    const alice = await world.signIn(world.people.alice.id, 'admin')
    const lost = { name: 'Files', services: 'HR', assignedStaffId: world.people.sam.id }
    const { body: folder } = await alice.post('/api/client-folders', lost)
    const { body: document } = await addDocument(alice, folder.id)
    await alice.post(`/api/client-folders/${folder.id}/assignments`, {
      title: 'Read',
      description: 'It',
      documentId: document.id,
    })
    await alice.patch(`/api/client-folders/${folder.id}`, { status: 'archived' })
    const { body: request } = await world.visitor.post('/api/service-requests', wish)
    await alice.patch(`/api/service-requests/${request.id}/status`, { status: 'cancelled' })
    await alice.put('/api/retention-rules/documents', { months: 1 })
    await alice.put('/api/retention-rules/service-requests', { months: 1 })
    world.pass({ days: 40 })
    await purge()
    const again = await world.signIn(world.people.alice.id, 'admin')
    expect((await again.get(`/api/documents/${document.id}`)).status).toBe(404)
    expect((await again.get(`/api/service-requests/${request.id}`)).status).toBe(404)
    expect(await readdir(join(world.config.dataDir, 'files/objects/documents'))).toEqual([])
    expect((await again.get('/api/audit/verification')).body).toMatchObject({ whole: true })
  })
})

describe('signatures', () => {
  it('still cannot be changed or deleted by anything else', async () => {
    const world = await createWorld()
    const { body } = await world.alice.post('/api/contracts', contractInput(world))
    expect((await signContract(world, body.id)).status).toBe(201)
    await expect(world.db.run(sql`delete from signatures`)).rejects.toThrow('only ever added to')
    await expect(world.db.run(sql`update signatures set name = ${newId()}`)).rejects.toThrow('only ever added to')
    await clean(world)
  })
})
