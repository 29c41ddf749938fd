// What a folder export contains, for the team and for the client.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { company } from '../../tests/contacts.ts'
import { contractInput, proposalIn, signContract } from '../../tests/contracts.ts'
import { download, requestExport } from '../../tests/folder-exports.ts'
import { applying } from '../../tests/hr-forms.ts'
import * as make from '../../tests/samples.ts'
import { addDocument } from '../../tests/uploads.ts'
import { fixturePassword, type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
let acme: string
let scratch: string
beforeAll(async () => {
  testApp = await createTestApp()
  acme = testApp.folders.acme.id
  scratch = await mkdtemp(join(tmpdir(), 'portal-exports-'))
})
afterAll(async () => {
  await testApp.close()
  await rm(scratch, { recursive: true, force: true })
})
beforeEach(() => testApp.db.run(sql`delete from rate_limits`))

/** Requests an export, waits for the job, downloads it, unpacks it with a separate program, and checks every hash. */
async function exportedFolder(caller: Caller, folder = acme) {
  const { id } = await requestExport(caller, folder)
  await testApp.runJobs()
  const { status, bytes } = await download(testApp, caller, id)
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

describe('I6: a folder export', () => {
  it('contains everything added to and created in the folder, with matching hashes', async () => {
    const bytes = make.pdf('To be signed')
    const { body: document } = await addDocument(testApp.sam, acme, {
      name: 'Agreement.pdf',
      bytes,
      requiresSignature: true,
    })
    await testApp.ann.get(`/api/documents/${document.id}/file`)
    const consent = { consent: true, kind: 'typed', name: 'Ann Keller', password: fixturePassword }
    expect((await testApp.ann.post(`/api/documents/${document.id}/signature`, consent)).status).toBe(201)
    const { body: contract } = await testApp.alice.post('/api/contracts', contractInput(testApp))
    expect((await signContract(testApp, contract.id)).status).toBe(201)
    const { body: invoice } = await testApp.alice.post('/api/invoices', {
      clientFolderId: acme,
      lineItems: [{ description: '=Consulting', quantity: 1, rate: 12_550 }],
      dueDate: '2099-12-31',
    })
    await testApp.alice.patch(`/api/invoices/${invoice.id}/status`, { status: 'sent' })
    const payment = { amount: 100, method: 'check' }
    const { body: paid } = await testApp.alice.post(`/api/invoices/${invoice.id}/payments`, payment)
    await testApp.alice.post(`/api/payments/${paid.id}/refund`, { amount: 10, reason: 'Paid too much' })
    const { body: note } = await testApp.alice.post('/api/credit-notes', {
      clientFolderId: acme,
      invoiceId: invoice.id,
      amount: 50,
      reason: 'Billed twice',
    })
    await proposalIn(testApp, 'sent')
    await proposalIn(testApp, 'draft')
    await testApp.ann.post(`/api/client-folders/${acme}/messages`, { content: 'Good morning,\n"Sam"' })
    const documentIds = [document.id, (await addDocument(testApp.sam, acme, { name: 'Plan.pdf' })).body.id]
    await testApp.sam.post(`/api/client-folders/${acme}/messages`, { content: 'Please read', documentIds })
    await testApp.sam.post(`/api/client-folders/${acme}/assignments`, { title: 'Read it', description: 'All of it' })
    expect((await testApp.ann.post('/api/hr-forms', applying())).status).toBe(201)
    await testApp.runJobs()

    const exported = await exportedFolder(testApp.sam)
    expect(exported.files).toEqual(
      expect.arrayContaining([
        'READ ME.txt',
        'SHA256SUMS',
        `contracts/${contract.contractNumber}.pdf`,
        'documents/Agreement.pdf',
        'documents/signed/Agreement (signed).pdf',
        'folder.json',
        `invoices/${invoice.invoiceNumber}.pdf`,
        `invoices/credit-notes/${note.creditNoteNumber}.pdf`,
        'lists/messages.csv',
        'lists/messages.json',
        'proposals/Handbook and training (2).pdf',
        'proposals/Handbook and training.pdf',
        'timeline.csv',
      ]),
    )
    expect(exported.files.filter((name) => name.startsWith('invoices/receipts/'))).toEqual([
      expect.stringMatching(/\/Receipt INV-/),
      expect.stringMatching(/\/Refund receipt INV-/),
    ])
    expect((await exported.json('messages')).map(({ content }) => content)).toEqual([
      'Good morning,\n"Sam"',
      'Please read',
    ])
    const messages = await exported.text('lists/messages.csv')
    expect(messages).toContain('"Good morning,\n""Sam""",\r\n')
    expect(messages).toContain('Please read,"Agreement.pdf, Plan.pdf"\r\n')
    expect((await exported.json('audit-log')).length).toBeGreaterThan(5)
    expect(JSON.stringify(await exported.json('audit-log'))).not.toContain('127.0.0.1')
    expect(await exported.json('payments')).toMatchObject([
      { kind: 'credit', amount: 50, creditNoteNumber: note.creditNoteNumber },
      { kind: 'refund', amount: -10 },
      { amount: 100, invoiceNumber: invoice.invoiceNumber },
    ])
    expect(await exported.text('lists/payments.csv')).toContain('1.00')
    const unpacked = join(scratch, exported.id, 'documents/Agreement.pdf')
    expect(
      createHash('sha256')
        .update(await readFile(unpacked))
        .digest('hex'),
    ).toBe(document.sha256)
  })

  it('B3: contains for a client only what the client may see: no drafts, no audit log, nothing from other folders', async () => {
    await testApp.sue.post(`/api/client-folders/${testApp.folders.elmwood.id}/messages`, { content: 'elmwood-secret' })
    await proposalIn(testApp, 'draft')
    const other = { name: 'Other firm', services: 'x', assignedStaffId: testApp.people.sue.id }
    const { body: elsewhere } = await testApp.alice.post('/api/client-folders', {
      ...other,
      clientId: testApp.people.ann.id,
    })
    await testApp.ann.post('/api/hr-forms', { ...applying(), clientFolderId: elsewhere.id })
    await testApp.ann.post('/api/hr-forms', { ...applying({ firstName: 'Lee' }), clientFolderId: acme })
    const exported = await exportedFolder(testApp.ann)
    expect((await exported.json('proposals')).map(({ status }) => status)).toEqual(['sent'])
    expect((await exported.json('form-submissions')).map(({ subjectName }) => subjectName)).toEqual([
      'Lee Quist',
      'Nora Quist',
    ])
    expect(exported.files.filter((name) => name.startsWith('lists/audit-log'))).toEqual([])
    for (const name of exported.files.filter((each) => /\.(json|csv|txt)$/.test(each)))
      expect(await exported.text(name), name).not.toContain('elmwood-secret')
    const eves = await exportedFolder(testApp.eve, testApp.folders.elmwood.id)
    expect(await eves.text('lists/messages.json')).toContain('elmwood-secret')
    expect(await eves.text('lists/messages.json')).not.toContain('Good morning')
  })

  it('unpacks whatever the file names are', async () => {
    await testApp.db.run(sql`update uploads set created_at = created_at - interval '2 hours'`)
    const { body: folder } = await testApp.sam.post('/api/client-folders', {
      name: '../Über "Söhne"/..',
      services: 'HR',
    })
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
      const answer = await addDocument(testApp.sam, folder.id, { name, bytes: make.pdf(name.slice(0, 9)) })
      expect(answer.status, `${name} ${answer.text}`).toBe(201)
    }
    const { files, json } = await exportedFolder(testApp.sam, folder.id)
    const inside = files.filter((name) => name.startsWith('documents/'))
    expect(inside).toHaveLength(names.length + 1)
    expect(inside).toEqual(
      expect.arrayContaining(['documents/_con.pdf', 'documents/员工手册.pdf', 'documents/договор.pdf']),
    )
    expect(new Set(inside.map((name) => name.toLowerCase())).size).toBe(inside.length)
    expect((await json('documents')).map(({ originalName }) => originalName)).toContain('../../escape.pdf')
    expect(await readdir(scratch)).not.toContain('escape.pdf')
  })

  it('contains the staff notes and team tasks for the team, and not for the client', async () => {
    await testApp.sam.post(`/api/client-folders/${acme}/staff-notes`, { content: 'Only between us' })
    const held = { kind: 'call', heldOn: '2025-01-06', heldWith: 'Ann Keller', subject: 'Overtime' }
    await testApp.sam.post(`/api/client-folders/${acme}/staff-notes`, { ...held, content: 'She will call again' })
    await testApp.sam.post('/api/tasks', { title: 'Call about us', clientFolderId: acme })
    const exported = { team: await exportedFolder(testApp.sam), client: await exportedFolder(testApp.ann) }
    const names = Object.fromEntries(Object.entries(exported).map(([who, { files }]) => [who, files]))
    expect(names.team).toContain('lists/staff-notes.csv')
    expect(names.team).toContain('lists/team-tasks.csv')
    for (const list of ['staff-notes', 'team-tasks']) expect(names.client).not.toContain(`lists/${list}.csv`)
    expect(await exported.team.text('lists/staff-notes.json')).toContain('Only between us')
    expect(await exported.team.text('lists/staff-notes.csv')).toContain('call,2025-01-06,Ann Keller,Overtime,She will')
    expect(await exported.team.text('lists/team-tasks.json')).toContain('Call about us')
  })

  it('contains the tags of documents for the team alone', async () => {
    const folder = await company(testApp)
    const { body } = await addDocument(testApp.sam, folder, { name: 'Case.pdf' })
    await testApp.sam.patch(`/api/documents/${body.id}/tags`, { tags: ['Investigation', 'Payroll'] })
    const [ofTeam, ofClient] = [await exportedFolder(testApp.sam, folder), await exportedFolder(testApp.ann, folder)]
    expect(await ofTeam.text('lists/documents.csv')).toContain('"Investigation, Payroll"')
    for (const name of ['lists/documents.csv', 'lists/documents.json']) {
      expect(await ofClient.text(name)).toContain('Case.pdf')
      expect(await ofClient.text(name)).not.toMatch(/Investigation|Tags/)
    }
  })
})
