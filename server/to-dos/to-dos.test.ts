import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { daysAfter, officeDate } from '../../domain/time.ts'
import type { ToDo, ToDoKind } from '../../domain/to-do.ts'
import { contractInput } from '../../tests/contracts.ts'
import { invoiceOf } from '../../tests/architecture/rights-invoices.ts'
import { addDocument } from '../../tests/uploads.ts'
import { fixturePassword, type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp({ LOG_LEVEL: 'error' })))
afterAll(() => testApp.close())

let count = 0

/** A new client with a company of their own, assigned to Sam. */
async function company() {
  const email = `client${++count}@example.com`
  const given = { name: `Company ${count}`, services: 'x', assignedStaffId: testApp.people.sam.id, clientEmail: email }
  const { id, clientId } = (await testApp.alice.post('/api/client-folders', given)).body
  return { id: id as string, client: await testApp.signIn(clientId, 'client'), email }
}

const toDosOf = async (who: Caller): Promise<ToDo[]> => (await who.get('/api/to-dos')).body.items
/** Without the policies, which are pending for every new client. */
const kindsFor = async (who: Caller): Promise<ToDoKind[]> =>
  (await toDosOf(who)).map(({ kind }) => kind).filter((kind) => kind !== 'acknowledge-policies')
const theOne = async (who: Caller, kind: ToDoKind) => (await toDosOf(who)).find((item) => item.kind === kind)
const inDays = (days: number) => daysAfter(officeDate(testApp.db.now), days)
const at = (id: string, rest: string) => `/api/client-folders/${id}/${rest}`

async function proposalTo(id: string, validUntil = inDays(30)) {
  const services = [{ customName: 'Handbook', estimatedHours: 1, hourlyRate: 100 }]
  const draft = { clientFolderId: id, title: 'Handbook', description: 'x', validUntil, services }
  const path = `/api/proposals/${(await testApp.sam.post('/api/proposals', draft)).body.id}`
  await testApp.sam.patch(`${path}/status`, { status: 'sent' })
  return path
}

async function invoiceTo(id: string, dueDate = inDays(30)) {
  const path = `/api/invoices/${(await testApp.alice.post('/api/invoices', { ...invoiceOf(id), dueDate })).body.id}`
  await testApp.alice.patch(`${path}/status`, { status: 'sent' })
  return path
}

async function documentTo(id: string) {
  await testApp.db.run(sql`delete from rate_limits`)
  return (await addDocument(testApp.sam, id, { requiresSignature: true })).body.id as string
}

const typed = { consent: true, kind: 'typed', name: 'Cleo Client', password: fixturePassword }

describe('a client’s to-dos', () => {
  it('include a document to sign, until it is signed or declined', async () => {
    const { id, client } = await company()
    const documents = [await documentTo(id), await documentTo(id)]
    expect(await kindsFor(client)).toEqual(['sign-document', 'sign-document'])
    const first = (await toDosOf(client))[0]
    expect(first).toMatchObject({
      title: 'Handbook.pdf',
      clientFolderId: id,
      due: null,
      link: `/documents/${documents[0]}/sign`,
    })
    await client.get(`/api/documents/${documents[0]}/file`)
    await testApp.db.run(sql`
      update users set password = (select password from users where id = ${testApp.people.alice.id}) where password is null`)
    expect((await client.post(`/api/documents/${documents[0]}/signature`, typed)).status).toBe(201)
    expect(await kindsFor(client)).toEqual(['sign-document'])
    await client.post(`/api/documents/${documents[1]}/refusal`, { reason: 'Wrong date' })
    expect(await kindsFor(client)).toEqual([])
  })

  it('include a contract to sign, until it is declined', async () => {
    const { id, client } = await company()
    const { body } = await testApp.alice.post('/api/contracts', contractInput(testApp, { clientFolderId: id }))
    expect(await theOne(client, 'sign-contract')).toMatchObject({
      title: body.contractNumber,
      link: `/contracts/${body.id}/sign`,
    })
    await client.post(`/api/contracts/${body.id}/refusal`, { reason: 'Too expensive' })
    expect(await kindsFor(client)).toEqual([])
  })

  it('include a proposal to answer, until it is answered or expired', async () => {
    const { id, client } = await company()
    const [path, other] = [await proposalTo(id), await proposalTo(id, inDays(2))]
    expect((await toDosOf(client)).map(({ link }) => `/api${link}`).slice(0, 2)).toEqual([other, path])
    expect((await client.patch(`${path}/status`, { status: 'approved' })).status).toBe(200)
    expect(await kindsFor(client)).toEqual(['answer-proposal'])
    await testApp.db.run(sql`update proposals set valid_until = ${inDays(-1)}::date where client_folder_id = ${id}`)
    expect(await kindsFor(client)).toEqual([])
  })

  it('include an invoice to pay, overdue from the day after its due date, until it is paid', async () => {
    const { id, client } = await company()
    const path = await invoiceTo(id, inDays(-1))
    await invoiceTo(id, inDays(0))
    const [late, dueToday] = await toDosOf(client)
    expect([late?.isLate, dueToday?.isLate]).toEqual([true, false])
    expect(late).toMatchObject({ kind: 'pay-invoice', due: inDays(-1), link: path.replace('/api', '') })
    await testApp.alice.patch(`${path}/status`, { status: 'paid' })
    expect((await toDosOf(client))[0]).toMatchObject({ due: inDays(0) })
  })

  it('include a requested document, until it is sent, and again if it is returned', async () => {
    const { id, client } = await company()
    const asked = { title: 'Payroll report', documentType: 'other', dueDate: inDays(3) }
    const request = (await testApp.sam.post(at(id, 'document-requests'), asked)).body
    expect(await theOne(client, 'upload-document')).toMatchObject({
      title: 'Payroll report',
      due: inDays(3),
      link: `/?folder=${id}&tab=upload#request-${request.id}`,
    })
    await testApp.db.run(sql`delete from rate_limits`)
    expect((await addDocument(client, id, { documentRequestId: request.id })).status).toBe(201)
    expect(await kindsFor(client)).toEqual([])
    await testApp.sam.patch(`/api/document-requests/${request.id}/status`, { status: 'pending', reason: 'Page two' })
    expect(await kindsFor(client)).toEqual(['upload-document'])
  })

  it('include an assignment, except one that is covered by a document to sign', async () => {
    const { id, client } = await company()
    const task = (await testApp.sam.post(at(id, 'assignments'), { title: 'Send it', description: 'x' })).body
    const documentId = await documentTo(id)
    await testApp.sam.post(at(id, 'assignments'), {
      title: 'Sign it',
      description: 'x',
      documentId,
      requiredAction: 'signature',
    })
    expect((await kindsFor(client)).toSorted()).toEqual(['finish-assignment', 'sign-document'])
    expect(await theOne(client, 'finish-assignment')).toMatchObject({
      title: 'Send it',
      link: `/?folder=${id}&assignment=${task.id}`,
    })
    await client.patch(`/api/assignments/${task.id}/status`, { status: 'completed' })
    expect(await kindsFor(client)).toEqual(['sign-document'])
  })

  it('include the team’s last message, until it is answered or read', async () => {
    const { id, client } = await company()
    const write = async (who: Caller, content: string) => (await who.post(at(id, 'messages'), { content })).body.id
    await write(testApp.sam, 'Good morning')
    const last = await write(testApp.sam, 'Are you there?')
    expect(await theOne(client, 'answer-message')).toMatchObject({
      id: last,
      title: 'Sam Carter',
      link: `/?folder=${id}&tab=messages#messages`,
    })
    await write(client, 'Yes')
    expect(await kindsFor(client)).toEqual([])
    const next = await write(testApp.sam, 'Good')
    expect(await kindsFor(client)).toEqual(['answer-message'])
    for (let twice = 0; twice < 2; twice++)
      expect((await client.post(at(id, 'messages/reading'), { lastMessageId: next })).body).toEqual({
        lastMessageId: next,
      })
    expect(await kindsFor(client)).toEqual([])
    expect(
      (await testApp.auditLog()).filter((line) => line.action === 'message.read' && line.entityId === next),
    ).toHaveLength(2)
    // Read receipts only move forward.
    await client.post(at(id, 'messages/reading'), { lastMessageId: last })
    expect(await kindsFor(client)).toEqual([])
  })

  it('include the unacknowledged current policies, as one item', async () => {
    const { client } = await company()
    const [item] = await toDosOf(client)
    expect(item).toMatchObject({ kind: 'acknowledge-policies', clientFolderId: null, link: '/hr-policies' })
    const many = item?.count ?? 0
    expect(many).toBeGreaterThan(1)
    const { slug, currentVersion } = (await client.get(`/api/hr-policies?limit=200`)).body.find(
      (each: { id: string }) => each.id === item?.id,
    )
    await client.post(`/api/hr-policies/${slug}/acknowledgement`, { version: currentVersion })
    expect((await toDosOf(client))[0]?.count).toBe(many - 1)
  })

  it('are sorted by urgency over all folders, without archived ones', async () => {
    const { id, client, email } = await company()
    const second = (
      await testApp.alice.post('/api/client-folders', {
        name: 'Second',
        services: 'x',
        assignedStaffId: testApp.people.sam.id,
        clientEmail: email,
      })
    ).body.id
    await testApp.sam.post(at(id, 'messages'), { content: 'Hello' })
    await invoiceTo(second, inDays(5))
    await proposalTo(id, inDays(3))
    await invoiceTo(id, inDays(-4))
    await testApp.sam.post(at(second, 'assignments'), { title: 'a', description: 'b', dueDate: inDays(4) })
    expect(await kindsFor(client)).toEqual([
      'pay-invoice',
      'answer-proposal',
      'finish-assignment',
      'pay-invoice',
      'answer-message',
    ])
    await testApp.sam.patch(`/api/client-folders/${second}`, { status: 'archived' })
    expect(await kindsFor(client)).toEqual(['pay-invoice', 'answer-proposal', 'answer-message'])
  })

  it('are limited to fifty, and say if there are more', async () => {
    const { id, client } = await company()
    for (let i = 0; i < 51; i++) await testApp.sam.post(at(id, 'assignments'), { title: `No. ${i}`, description: 'x' })
    const { items, more } = (await client.get('/api/to-dos')).body
    expect([items.length, more]).toEqual([50, true])
  })
})

describe('the visibility of to-dos', () => {
  it('excludes a contact beyond their rights: only the client signs and approves', async () => {
    const { id, client } = await company()
    await documentTo(id)
    await testApp.alice.post('/api/contracts', contractInput(testApp, { clientFolderId: id }))
    await proposalTo(id)
    await invoiceTo(id)
    await testApp.sam.post(at(id, 'messages'), { content: 'Hello' })
    await testApp.sam.post(at(id, 'document-requests'), { title: 'x', documentType: 'other' })
    await testApp.sam.post(at(id, 'assignments'), { title: 'x', description: 'y' })
    expect(await kindsFor(client)).toHaveLength(7)
    const contact = async (rights: object) => {
      const none = { money: false, documents: false, messages: false }
      const body = { name: 'Cora', email: `cora${++count}@example.com`, ...none, ...rights }
      const { userId } = (await client.post(at(id, 'contacts'), body)).body
      return testApp.signIn(userId, 'client')
    }
    const kinds = async (rights: object) => (await toDosOf(await contact(rights))).map(({ kind }) => kind)
    expect(await kinds({})).toEqual([])
    expect(await kinds({ money: true })).toEqual(['pay-invoice'])
    expect(await kinds({ documents: true })).toEqual(['upload-document', 'finish-assignment'])
    expect(await kinds({ messages: true })).toEqual(['answer-message'])
  })

  it('excludes other clients, the team, and visitors', async () => {
    const { id, client } = await company()
    await invoiceTo(id)
    expect(await kindsFor(client)).toEqual(['pay-invoice'])
    expect((await toDosOf(testApp.eve)).some(({ clientFolderId }) => clientFolderId === id)).toBe(false)
    for (const who of [testApp.sam, testApp.alice]) expect((await who.get('/api/to-dos')).status).toBe(403)
    expect((await testApp.visitor.get('/api/to-dos')).status).toBe(401)
  })

  it('ignores reading by someone without access, or of another thread', async () => {
    const [one, other] = [await company(), await company()]
    const message = (await testApp.sam.post(at(one.id, 'messages'), { content: 'Hello' })).body.id
    const reading = (who: Caller, id: string, lastMessageId: unknown) =>
      who.post(at(id, 'messages/reading'), { lastMessageId })
    expect((await reading(other.client, one.id, message)).status).toBe(404)
    expect((await reading(testApp.visitor, one.id, message)).status).toBe(401)
    const foreign = await reading(other.client, other.id, message)
    const unknown = await reading(other.client, other.id, '01890000-0000-7000-8000-00000000dead')
    expect([foreign.status, foreign.text]).toEqual([400, unknown.text])
    expect((await reading(one.client, one.id, 'no id')).status).toBe(400)
    expect(await kindsFor(one.client)).toEqual(['answer-message'])
  })
})
