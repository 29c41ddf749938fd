// Two clients with a marker word each, written everywhere possible, and where it is found afterward.
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import sql, { raw } from 'sql-template-tag'
import { z } from 'zod'
import { requestInput } from './architecture/rights.ts'
import { expect } from 'vitest'
import { freeTime, openBooking, visitorBooking } from './bookings.ts'
import { contractInput, proposalIn } from './contracts.ts'
import { employee } from './architecture/rights-deadlines.ts'
import { acknowledgment } from './architecture/rights-forms.ts'
import { training } from './architecture/rights-training.ts'
import * as make from './samples.ts'
import { addDocument } from './uploads.ts'
import { fixturePassword, type Caller, type TestApp } from './test-app.ts'
import { typed } from '../server/kit/row-types.ts'

export interface Side {
  word: string
  client: Caller
  staff: Caller
  clientId: string
  folder: string
}

/** Writes the word wherever a client and the team can write text. */
export async function fillFolder(testApp: TestApp, { word, client, staff, clientId, folder }: Side) {
  const ok = async (answer: Promise<{ status: number; text: string }>) => {
    const { status, text } = await answer
    expect(status, text).toBeLessThan(300)
  }
  const within = `/api/client-folders/${folder}`
  const { alice } = testApp
  const { email, firstName, role } = (await client.get('/api/user')).body
  const person = { email, firstName, role, lastName: word, phone: word, company: word }
  await ok(alice.put(`/api/users/${clientId}`, person))
  // Directly in the database, because a change by the portal would end the sessions.
  await testApp.db.run(sql`update users set email = ${`${word}@example.com`} where id = ${clientId}`)
  await ok(alice.patch(within, { name: `${word} works`, services: word, purchaseOrderNumber: word }))
  const { body: request } = await testApp.visitor.post('/api/service-requests', {
    ...requestInput,
    businessName: word,
    lastName: word,
  })
  await testApp.db.run(sql`update client_folders set service_request_id = ${request.id} where id = ${folder}`)
  await ok(client.post(`${within}/messages`, { content: word }, { 'idempotency-key': `m ${word}` }))
  await ok(staff.post(`${within}/messages`, { content: word }))
  const contact = { name: word, email: `${word}-contact@example.com`, money: true, documents: true, messages: true }
  await ok(alice.post(`${within}/contacts`, contact))
  await ok(staff.post(`${within}/staff-notes`, { content: word }))
  const task = { title: word, notes: word, clientFolderId: folder, dueDate: '2030-01-01', recurrence: 'weekly' }
  const { body: planned } = await staff.post('/api/tasks', task)
  await ok(staff.patch(`/api/tasks/${planned.id as string}/status`, { status: 'done' }))
  const { body: hired } = await staff.post(`${within}/employees`, { ...employee, name: word, jobTitle: word })
  const record = { ...training, training: word, provider: word, validUntil: '2099-01-31', employeeId: hired.id }
  await ok(client.post(`${within}/training-records`, record))
  await openBooking(testApp)
  const startsAt = await freeTime(client, `${within}/booking-times`)
  await ok(client.post(`${within}/bookings`, { topic: word, startsAt }))
  const asVisitor = { name: word, email: `${word}@example.com`, phone: word, topic: word }
  await ok(testApp.visitor.post('/api/bookings', await visitorBooking(testApp, asVisitor)))
  const assignment = await staff.post(`${within}/assignments`, { title: word, description: word })
  await ok(staff.post(`/api/assignments/${assignment.body.id}/comments`, { content: word }))
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
  const consent = { consent: true, kind: 'typed', name: word, password: fixturePassword }
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
  const contract = contractInput(testApp, {
    clientFolderId: folder,
    clientName: word,
    clientAddress: word,
    terms: word,
  })
  await ok(alice.post('/api/contracts', contract))
  const { body: signed } = await alice.post('/api/contracts', contract)
  await client.get(`/api/contracts/${signed.id}/pdf`)
  await ok(client.post(`/api/contracts/${signed.id}/signature`, consent))
  await proposalIn(testApp, 'sent', { clientFolderId: folder })
  await testApp.db.run(sql`update proposals set title = ${word}, comment = ${word} where client_folder_id = ${folder}`)
  await ok(client.post('/api/calendar'))
  await testApp.runJobs()
  return { contract: signed.id as string, invoice: sent.id as string, number: sent.invoiceNumber as string }
}

/** Each table of the database that contains the word. */
export async function tablesWith({ db }: TestApp, word: string): Promise<string[]> {
  const tables = await db.rows(typed(z.object({ name: z.string() }))`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname in ('public', 'graphile_worker') order by 1`)
  const found: string[] = []
  for (const { name } of tables)
    if ((await db.maybe(sql`select from ${raw(name)} t where strpos(to_jsonb(t)::text, ${word}) > 0 limit 1`)) !== null)
      found.push(name)
  expect(tables.length).toBeGreaterThan(40)
  return found
}

export const keysOf = async ({ db }: TestApp, table: string): Promise<string[]> =>
  (
    await db.rows(
      typed(z.object({ key: z.string() }))`select storage_key as key from ${raw(table)} where storage_key is not null`,
    )
  ).map(({ key }) => key)

/** Each file that contains the word, by namespace. */
export async function filesWith({ config }: TestApp, word: string): Promise<string[]> {
  const folder = join(config.dataDir, 'files')
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const entry of names.filter((each) => each.isFile())) {
    const place = join(entry.parentPath, entry.name)
    if ((await readFile(place)).includes(word)) found.push(place.slice(folder.length + 1))
  }
  return found
}

export const sides = (testApp: TestApp): { acme: Side; elmwood: Side } => ({
  acme: {
    word: 'zebrawood',
    client: testApp.ann,
    staff: testApp.sam,
    clientId: testApp.people.ann.id,
    folder: testApp.folders.acme.id,
  },
  elmwood: {
    word: 'quicksilver',
    client: testApp.eve,
    staff: testApp.sue,
    clientId: testApp.people.eve.id,
    folder: testApp.folders.elmwood.id,
  },
})

export const closeAndRemove = async (testApp: TestApp) => {
  await testApp.close()
  await rm(testApp.config.dataDir, { recursive: true, force: true })
}
