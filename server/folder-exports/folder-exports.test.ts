import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { applying } from '../../tests/hr-forms.ts'
import { contractInput, proposalIn, signContract } from '../../tests/contracts.ts'
import * as make from '../../tests/samples.ts'
import { addDocument } from '../../tests/uploads.ts'
import { castPassword, type Caller, createWorld, type World } from '../../tests/world.ts'

let world: World
let acme: string
let scratch: string
beforeAll(async () => {
  world = await createWorld()
  acme = world.folders.acme.id
  scratch = await mkdtemp('/tmp/portal-copies-')
})
afterAll(async () => {
  await world.close()
  await rm(world.config.dataDir, { recursive: true, force: true })
  await rm(scratch, { recursive: true, force: true })
})
beforeEach(() => world.db.run(sql`delete from rate_limits`))

const ask = async (caller: Caller, folder = acme) => (await caller.post(`/api/client-folders/${folder}/exports`)).body
const own = async (caller: Caller, id: string) =>
  ((await caller.get('/api/folder-exports?limit=200')).body as { id: string; status: string }[]).find(
    (copy) => copy.id === id,
  )
const fetched = async (caller: Caller, id: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${await world.address()}/api/folder-exports/${id}/file`, {
    headers: { cookie: caller.cookie ?? '', ...headers },
  })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

/** Asks, waits for the job, downloads, unpacks with a program that is not ours, and checks every hash. */
async function copyOf(caller: Caller, folder = acme) {
  const { id } = await ask(caller, folder)
  await world.runJobs()
  const { status, bytes } = await fetched(caller, id)
  expect(status).toBe(200)
  const place = join(scratch, id)
  await writeFile(`${place}.zip`, bytes)
  execFileSync('unzip', ['-q', '-o', `${place}.zip`, '-d', place], { env: { ...process.env, LC_ALL: 'C.UTF-8' } })
  const checked = execFileSync('sha256sum', ['-c', '--strict', '--quiet', 'SHA256SUMS'], {
    cwd: place,
    encoding: 'utf8',
  })
  expect(checked).toBe('')
  const files = (await readdir(place, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(place.length + 1))
    .toSorted()
  const listed = (await readFile(join(place, 'SHA256SUMS'), 'utf8')).trim().split('\n').length
  expect(listed, 'all but the list itself').toBe(files.length - 1)
  return {
    id,
    bytes,
    files,
    text: (name: string) => readFile(join(place, name), 'utf8'),
    json: async (name: string) =>
      JSON.parse(await readFile(join(place, `lists/${name}.json`), 'utf8')) as Record<string, unknown>[],
  }
}

describe('I6: a copy of a folder', () => {
  it('holds what was put in and made there, and every hash agrees', async () => {
    const bytes = make.pdf('To be signed')
    const { body: document } = await addDocument(world.sam, acme, {
      name: 'Agreement.pdf',
      bytes,
      requiresSignature: true,
    })
    await world.ann.get(`/api/documents/${document.id}/file`)
    const consent = { consent: true, kind: 'typed', name: 'Ann Keller', password: castPassword }
    expect((await world.ann.post(`/api/documents/${document.id}/signature`, consent)).status).toBe(201)
    const { body: contract } = await world.alice.post('/api/contracts', contractInput(world))
    expect((await signContract(world, contract.id)).status).toBe(201)
    const { body: invoice } = await world.alice.post('/api/invoices', {
      clientFolderId: acme,
      lineItems: [{ description: '=Consulting', quantity: 1, rate: 12_550 }],
      dueDate: '2099-12-31',
    })
    await world.alice.patch(`/api/invoices/${invoice.id}/status`, { status: 'sent' })
    await world.alice.post(`/api/invoices/${invoice.id}/payments`, { amount: 100, method: 'check' })
    await proposalIn(world, 'sent')
    await proposalIn(world, 'draft')
    await world.ann.post(`/api/client-folders/${acme}/messages`, { content: 'Good morning,\n"Sam"' })
    await world.sam.post(`/api/client-folders/${acme}/assignments`, { title: 'Read it', description: 'All of it' })
    expect((await world.ann.post('/api/hr-forms', applying())).status).toBe(201)
    await world.runJobs()

    const copy = await copyOf(world.sam)
    expect(copy.files).toEqual(
      expect.arrayContaining([
        'READ ME.txt',
        'SHA256SUMS',
        `contracts/${contract.contractNumber}.pdf`,
        'documents/Agreement.pdf',
        'documents/signed/Agreement (signed).pdf',
        'folder.json',
        `invoices/${invoice.invoiceNumber}.pdf`,
        'lists/messages.csv',
        'lists/messages.json',
        'proposals/Handbook and training (2).pdf',
        'proposals/Handbook and training.pdf',
        'timeline.csv',
      ]),
    )
    expect(copy.files.filter((name) => name.startsWith('invoices/receipts/'))).toHaveLength(1)
    expect((await copy.json('messages')).map(({ content }) => content)).toEqual(['Good morning,\n"Sam"'])
    expect(await copy.text('lists/messages.csv')).toContain('"Good morning,\n""Sam"""')
    expect((await copy.json('trail')).length).toBeGreaterThan(5)
    expect(JSON.stringify(await copy.json('trail'))).not.toContain('127.0.0.1')
    expect((await copy.json('payments'))[0]).toMatchObject({ amount: 100, invoiceNumber: invoice.invoiceNumber })
    expect(await copy.text('lists/payments.csv')).toContain('1.00')
    const unpacked = join(scratch, copy.id, 'documents/Agreement.pdf')
    expect(
      createHash('sha256')
        .update(await readFile(unpacked))
        .digest('hex'),
    ).toBe(document.sha256)
  })

  it('B3: for the client holds what the client may see: no drafts, no trail, nothing of another folder', async () => {
    await world.sue.post(`/api/client-folders/${world.folders.elmwood.id}/messages`, { content: 'elmwood-secret' })
    await proposalIn(world, 'draft')
    const other = { name: 'Other firm', services: 'x', assignedStaffId: world.people.sue.id }
    const { body: elsewhere } = await world.alice.post('/api/client-folders', {
      ...other,
      clientId: world.people.ann.id,
    })
    await world.ann.post('/api/hr-forms', { ...applying(), clientFolderId: elsewhere.id })
    await world.ann.post('/api/hr-forms', { ...applying({ firstName: 'Lee' }), clientFolderId: acme })
    const copy = await copyOf(world.ann)
    expect((await copy.json('proposals')).map(({ status }) => status)).toEqual(['sent'])
    expect((await copy.json('form-submissions')).map(({ subjectName }) => subjectName)).toEqual([
      'Lee Quist',
      'Nora Quist',
    ])
    expect(copy.files.filter((name) => name.startsWith('lists/trail'))).toEqual([])
    for (const name of copy.files.filter((each) => /\.(json|csv|txt)$/.test(each)))
      expect(await copy.text(name), name).not.toContain('elmwood-secret')
    const eves = await copyOf(world.eve, world.folders.elmwood.id)
    expect(await eves.text('lists/messages.json')).toContain('elmwood-secret')
    expect(await eves.text('lists/messages.json')).not.toContain('Good morning')
  })

  it('unpacks whatever the files are called', async () => {
    await world.db.run(sql`update uploads set created_at = created_at - interval '2 hours'`)
    const { body: folder } = await world.sam.post('/api/client-folders', { name: '../Über "Söhne"/..', services: 'HR' })
    const names = [
      '../../escape.pdf',
      '..pdf.pdf',
      'same.pdf',
      'SAME.pdf',
      'same.pdf',
      'con.pdf',
      '员工手册.pdf',
      'договор.pdf',
    ]
    for (const name of [...names, `${'ю'.repeat(196)}.pdf`]) {
      const answer = await addDocument(world.sam, folder.id, { name, bytes: make.pdf(name.slice(0, 9)) })
      expect(answer.status, `${name} ${answer.text}`).toBe(201)
    }
    const { files, json } = await copyOf(world.sam, folder.id)
    const inside = files.filter((name) => name.startsWith('documents/'))
    expect(inside).toHaveLength(names.length + 1)
    expect(inside).toEqual(
      expect.arrayContaining(['documents/_con.pdf', 'documents/员工手册.pdf', 'documents/договор.pdf']),
    )
    expect(new Set(inside.map((name) => name.toLowerCase())).size).toBe(inside.length)
    expect((await json('documents')).map(({ originalName }) => originalName)).toContain('../../escape.pdf')
    expect(await readdir(scratch)).not.toContain('escape.pdf')
  })
})

describe('I6: its link', () => {
  it('is good once, for who asked; a letter says it is there, and the trail who took it', async () => {
    const { id } = await ask(world.ann)
    expect((await fetched(world.ann, id)).status).toBe(409)
    await world.runJobs()
    expect((await world.mail()).at(-1)).toMatchObject({
      to: 'ann@example.com',
      subject: 'Something you asked for is ready',
    })
    expect(JSON.stringify((await world.mail()).at(-1))).not.toContain('Acme')
    for (const other of [world.eve, world.sam, world.alice, world.mona])
      expect((await fetched(other, id)).status).toBe(404)
    expect((await fetched(world.visitor, id)).status).toBe(401)
    const part = await fetched(world.ann, id, { range: 'bytes=0-9' })
    expect([part.status, part.bytes.length]).toEqual([206, 10])
    expect((await fetched(world.ann, id)).status).toBe(200)
    await expect.poll(() => own(world.ann, id)).toMatchObject({ status: 'downloaded', allowed: [] })
    const again = await fetched(world.ann, id)
    expect([again.status, JSON.parse(again.bytes.toString()).message]).toEqual([
      409,
      'This copy was downloaded already. Please ask for a new one.',
    ])
    const told = (await world.trail()).filter(({ entityId }) => entityId === id).map(({ action }) => action)
    expect(told).toEqual(
      expect.arrayContaining([
        'folder-export.asked',
        'folder-export.made',
        'folder-export.fetched',
        'folder-export.downloaded',
      ]),
    )
  })

  it('is not taken by an administrator who views as the client', async () => {
    const { id } = await ask(world.ann)
    await world.runJobs()
    const alice = await world.signIn(world.people.alice.id, 'admin')
    await alice.post('/api/viewing', { userId: world.people.ann.id })
    expect((await fetched(alice, id)).status).toBe(403)
    expect(await own(world.ann, id)).toMatchObject({ status: 'ready' })
    expect((await fetched(world.ann, id)).status).toBe(200)
  })

  it('holds the staff notes for the team, and not for the client', async () => {
    await world.sam.post(`/api/client-folders/${acme}/staff-notes`, { content: 'Only between us' })
    const places = { team: await copyOf(world.sam), client: await copyOf(world.ann) }
    const names = Object.fromEntries(Object.entries(places).map(([who, { files }]) => [who, files]))
    expect(names.team).toContain('lists/staff-notes.csv')
    expect(names.client).not.toContain('lists/staff-notes.csv')
    expect(await places.team.text('lists/staff-notes.json')).toContain('Only between us')
  })

  it('ends with the right to see the folder', async () => {
    const { id } = await ask(world.sam)
    await world.runJobs()
    await world.db.run(sql`update client_folders set assigned_staff_id = ${world.people.sue.id} where id = ${acme}`)
    expect((await fetched(world.sam, id)).status).toBe(404)
    expect(await own(world.sam, id)).toBeUndefined()
    await world.db.run(sql`update client_folders set assigned_staff_id = ${world.people.sam.id} where id = ${acme}`)
    expect((await fetched(world.sam, id)).status).toBe(200)
  })

  it('ends after a week, and its bytes go', async () => {
    const { id } = await ask(world.alice)
    await world.runJobs()
    world.pass({ days: 8 })
    const alice = await world.signIn(world.people.alice.id, 'admin')
    expect(await own(alice, id)).toMatchObject({ status: 'expired', allowed: [] })
    expect((await fetched(alice, id)).status).toBe(409)
    await world.db.rows(sql`select graphile_worker.add_job('sweep-folder-exports')`)
    await world.runJobs()
    expect(await readdir(join(world.config.dataDir, 'files/objects/exports'))).toEqual([])
  })
})

describe('I6: asking', () => {
  it('again while it is being made answers the same one, also at once', async () => {
    const alice = await world.signIn(world.people.alice.id, 'admin')
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(alice)))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    const { id } = answers[0]
    // Cut off in the middle by a kill: begun, and nobody is at it any more.
    await world.db.run(sql`update folder_exports set begun_at = ${world.db.now}, attempts = 1 where id = ${id}`)
    await world.runJobs()
    expect(await own(alice, id)).toMatchObject({ status: 'waiting' })
    await world.db.rows(sql`select graphile_worker.add_job('make-folder-exports-left-behind')`)
    await world.runJobs()
    expect(await own(alice, id)).toMatchObject({ status: 'ready' })
  })

  it('of somebody else’s folder is not found, and of one whose file is gone fails after three tries', async () => {
    const eve = await world.signIn(world.people.eve.id, 'client')
    expect((await eve.post(`/api/client-folders/${acme}/exports`)).status).toBe(404)
    const mona = await world.signIn(world.people.mona.id, 'master-admin')
    const lost = { name: 'Lost', services: 'HR', assignedStaffId: world.people.sam.id }
    const { body: folder } = await mona.post('/api/client-folders', lost)
    const { body: document } = await addDocument(mona, folder.id)
    await rm(join(world.config.dataDir, 'files/objects/documents', document.id))
    const { id } = await ask(mona, folder.id)
    await world.runJobs()
    expect(await own(mona, id)).toMatchObject({ status: 'failed', allowed: [] })
    expect(await readdir(join(world.config.dataDir, 'files/objects/exports'))).toHaveLength(1)
    const later = await ask(mona, folder.id)
    expect(later.id).not.toBe(id)
  })
})
