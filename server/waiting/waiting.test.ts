import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { daysAfter, officeDate } from '../../domain/time.ts'
import type { WaitingItem, WaitingKind } from '../../domain/waiting.ts'
import { contractInput } from '../../tests/contracts.ts'
import { invoiceOf } from '../../tests/guards/rights-invoices.ts'
import { addDocument } from '../../tests/uploads.ts'
import { castPassword, type Caller, createWorld, type World } from '../../tests/world.ts'

let world: World
beforeAll(async () => void (world = await createWorld({ LOG_LEVEL: 'error' })))
afterAll(() => world.close())

let count = 0

/** Somebody new, with a company of their own that is Sam's to look after. */
async function company() {
  const email = `client${++count}@example.com`
  const given = { name: `Company ${count}`, services: 'x', assignedStaffId: world.people.sam.id, clientEmail: email }
  const { id, clientId } = (await world.alice.post('/api/client-folders', given)).body
  return { id: id as string, client: await world.signIn(clientId, 'client'), email }
}

const waitingFor = async (who: Caller): Promise<WaitingItem[]> => (await who.get('/api/waiting')).body.items
/** Without the policies, which wait for every new client. */
const kindsFor = async (who: Caller): Promise<WaitingKind[]> =>
  (await waitingFor(who)).map(({ kind }) => kind).filter((kind) => kind !== 'acknowledge-policies')
const theOne = async (who: Caller, kind: WaitingKind) => (await waitingFor(who)).find((item) => item.kind === kind)
const inDays = (days: number) => daysAfter(officeDate(world.db.now), days)
const at = (id: string, rest: string) => `/api/client-folders/${id}/${rest}`

async function proposalTo(id: string, validUntil = inDays(30)) {
  const services = [{ customName: 'Handbook', estimatedHours: 1, hourlyRate: 100 }]
  const draft = { clientFolderId: id, title: 'Handbook', description: 'x', validUntil, services }
  const path = `/api/proposals/${(await world.sam.post('/api/proposals', draft)).body.id}`
  await world.sam.patch(`${path}/status`, { status: 'sent' })
  return path
}

async function invoiceTo(id: string, dueDate = inDays(30)) {
  const path = `/api/invoices/${(await world.alice.post('/api/invoices', { ...invoiceOf(id), dueDate })).body.id}`
  await world.alice.patch(`${path}/status`, { status: 'sent' })
  return path
}

async function documentTo(id: string) {
  await world.db.run(sql`delete from rate_limits`)
  return (await addDocument(world.sam, id, { requiresSignature: true })).body.id as string
}

const typed = { consent: true, kind: 'typed', name: 'Cleo Client', password: castPassword }

describe('what waits for a client', () => {
  it('is a document to sign, until it is signed or declined', async () => {
    const { id, client } = await company()
    const documents = [await documentTo(id), await documentTo(id)]
    expect(await kindsFor(client)).toEqual(['sign-document', 'sign-document'])
    const first = (await waitingFor(client))[0]
    expect(first).toMatchObject({
      title: 'Handbook.pdf',
      clientFolderId: id,
      due: null,
      link: `/documents/${documents[0]}/sign`,
    })
    await client.get(`/api/documents/${documents[0]}/file`)
    await world.db.run(sql`
      update users set password = (select password from users where id = ${world.people.alice.id}) where password is null`)
    expect((await client.post(`/api/documents/${documents[0]}/signature`, typed)).status).toBe(201)
    expect(await kindsFor(client)).toEqual(['sign-document'])
    await client.post(`/api/documents/${documents[1]}/refusal`, { reason: 'Wrong date' })
    expect(await kindsFor(client)).toEqual([])
  })

  it('is a contract to sign, until it is declined', async () => {
    const { id, client } = await company()
    const { body } = await world.alice.post('/api/contracts', contractInput(world, { clientFolderId: id }))
    expect(await theOne(client, 'sign-contract')).toMatchObject({
      title: body.contractNumber,
      link: `/contracts/${body.id}/sign`,
    })
    await client.post(`/api/contracts/${body.id}/refusal`, { reason: 'Too dear' })
    expect(await kindsFor(client)).toEqual([])
  })

  it('is a proposal to answer, until it is answered or its day is over', async () => {
    const { id, client } = await company()
    const [path, other] = [await proposalTo(id), await proposalTo(id, inDays(2))]
    expect((await waitingFor(client)).map(({ link }) => `/api${link}`).slice(0, 2)).toEqual([other, path])
    expect((await client.patch(`${path}/status`, { status: 'approved' })).status).toBe(200)
    expect(await kindsFor(client)).toEqual(['answer-proposal'])
    await world.db.run(sql`update proposals set valid_until = ${inDays(-1)}::date where client_folder_id = ${id}`)
    expect(await kindsFor(client)).toEqual([])
  })

  it('is an invoice to pay, late from the day after its due date, until it is paid', async () => {
    const { id, client } = await company()
    const path = await invoiceTo(id, inDays(-1))
    await invoiceTo(id, inDays(0))
    const [late, dueToday] = await waitingFor(client)
    expect([late?.isLate, dueToday?.isLate]).toEqual([true, false])
    expect(late).toMatchObject({ kind: 'pay-invoice', due: inDays(-1), link: path.replace('/api', '') })
    await world.alice.patch(`${path}/status`, { status: 'paid' })
    expect((await waitingFor(client))[0]).toMatchObject({ due: inDays(0) })
  })

  it('is a document that is asked for, until it is there, and again when it comes back', async () => {
    const { id, client } = await company()
    const asked = { title: 'Payroll report', documentType: 'other', dueDate: inDays(3) }
    const request = (await world.sam.post(at(id, 'document-requests'), asked)).body
    expect(await theOne(client, 'upload-document')).toMatchObject({
      title: 'Payroll report',
      due: inDays(3),
      link: `/?folder=${id}&tab=upload#request-${request.id}`,
    })
    await world.db.run(sql`delete from rate_limits`)
    expect((await addDocument(client, id, { documentRequestId: request.id })).status).toBe(201)
    expect(await kindsFor(client)).toEqual([])
    await world.sam.patch(`/api/document-requests/${request.id}/status`, { status: 'pending', reason: 'Page two' })
    expect(await kindsFor(client)).toEqual(['upload-document'])
  })

  it('is an assignment, but for one whose document stands there to be signed', async () => {
    const { id, client } = await company()
    const task = (await world.sam.post(at(id, 'assignments'), { title: 'Send it', description: 'x' })).body
    const documentId = await documentTo(id)
    await world.sam.post(at(id, 'assignments'), { title: 'Sign it', description: 'x', documentId, wants: 'signature' })
    expect((await kindsFor(client)).toSorted()).toEqual(['finish-assignment', 'sign-document'])
    expect(await theOne(client, 'finish-assignment')).toMatchObject({
      title: 'Send it',
      link: `/?folder=${id}&assignment=${task.id}`,
    })
    await client.patch(`/api/assignments/${task.id}/status`, { status: 'completed' })
    expect(await kindsFor(client)).toEqual(['sign-document'])
  })

  it('is the team’s last message, until it is answered or read', async () => {
    const { id, client } = await company()
    const write = async (who: Caller, content: string) => (await who.post(at(id, 'messages'), { content })).body.id
    await write(world.sam, 'Good morning')
    const last = await write(world.sam, 'Are you there?')
    expect(await theOne(client, 'answer-message')).toMatchObject({
      id: last,
      title: 'Sam Carter',
      link: `/?folder=${id}&tab=messages#messages`,
    })
    await write(client, 'Yes')
    expect(await kindsFor(client)).toEqual([])
    const next = await write(world.sam, 'Good')
    expect(await kindsFor(client)).toEqual(['answer-message'])
    for (let twice = 0; twice < 2; twice++)
      expect((await client.post(at(id, 'messages/reading'), { lastMessageId: next })).body).toEqual({
        lastMessageId: next,
      })
    expect(await kindsFor(client)).toEqual([])
    expect(
      (await world.trail()).filter((line) => line.action === 'message.read' && line.entityId === next),
    ).toHaveLength(2)
    // Reading goes on and never back.
    await client.post(at(id, 'messages/reading'), { lastMessageId: last })
    expect(await kindsFor(client)).toEqual([])
  })

  it('are the policies whose version in use they have not acknowledged, in one line', async () => {
    const { client } = await company()
    const [item] = await waitingFor(client)
    expect(item).toMatchObject({ kind: 'acknowledge-policies', clientFolderId: null, link: '/hr-policies' })
    const many = item?.count ?? 0
    expect(many).toBeGreaterThan(1)
    const { slug, currentVersion } = (await client.get(`/api/hr-policies?limit=200`)).body.find(
      (each: { id: string }) => each.id === item?.id,
    )
    await client.post(`/api/hr-policies/${slug}/acknowledgement`, { version: currentVersion })
    expect((await waitingFor(client))[0]?.count).toBe(many - 1)
  })

  it('stands in the order in which it is urgent, from all folders, and nothing from archived ones', async () => {
    const { id, client, email } = await company()
    const second = (
      await world.alice.post('/api/client-folders', {
        name: 'Second',
        services: 'x',
        assignedStaffId: world.people.sam.id,
        clientEmail: email,
      })
    ).body.id
    await world.sam.post(at(id, 'messages'), { content: 'Hello' })
    await invoiceTo(second, inDays(5))
    await proposalTo(id, inDays(3))
    await invoiceTo(id, inDays(-4))
    await world.sam.post(at(second, 'assignments'), { title: 'a', description: 'b', dueDate: inDays(4) })
    expect(await kindsFor(client)).toEqual([
      'pay-invoice',
      'answer-proposal',
      'finish-assignment',
      'pay-invoice',
      'answer-message',
    ])
    await world.sam.patch(`/api/client-folders/${second}`, { status: 'archived' })
    expect(await kindsFor(client)).toEqual(['pay-invoice', 'answer-proposal', 'answer-message'])
  })

  it('is at most fifty, and says that there are more', async () => {
    const { id, client } = await company()
    for (let i = 0; i < 51; i++) await world.sam.post(at(id, 'assignments'), { title: `No. ${i}`, description: 'x' })
    const { items, more } = (await client.get('/api/waiting')).body
    expect([items.length, more]).toEqual([50, true])
  })
})

describe('what waits is not told', () => {
  it('to a contact beyond what they can do: sign and approve is the client’s, money and messages by right', async () => {
    const { id, client } = await company()
    await documentTo(id)
    await world.alice.post('/api/contracts', contractInput(world, { clientFolderId: id }))
    await proposalTo(id)
    await invoiceTo(id)
    await world.sam.post(at(id, 'messages'), { content: 'Hello' })
    await world.sam.post(at(id, 'document-requests'), { title: 'x', documentType: 'other' })
    await world.sam.post(at(id, 'assignments'), { title: 'x', description: 'y' })
    expect(await kindsFor(client)).toHaveLength(7)
    const contact = async (rights: object) => {
      const none = { money: false, documents: false, messages: false }
      const body = { name: 'Cora', email: `cora${++count}@example.com`, ...none, ...rights }
      const { userId } = (await client.post(at(id, 'contacts'), body)).body
      return world.signIn(userId, 'client')
    }
    const kinds = async (rights: object) => (await waitingFor(await contact(rights))).map(({ kind }) => kind)
    expect(await kinds({})).toEqual([])
    expect(await kinds({ money: true })).toEqual(['pay-invoice'])
    expect(await kinds({ documents: true })).toEqual(['upload-document', 'finish-assignment'])
    expect(await kinds({ messages: true })).toEqual(['answer-message'])
  })

  it('to another client, to the team, to a visitor', async () => {
    const { id, client } = await company()
    await invoiceTo(id)
    expect(await kindsFor(client)).toEqual(['pay-invoice'])
    expect((await waitingFor(world.eve)).some(({ clientFolderId }) => clientFolderId === id)).toBe(false)
    for (const who of [world.sam, world.alice]) expect((await who.get('/api/waiting')).status).toBe(403)
    expect((await world.visitor.get('/api/waiting')).status).toBe(401)
  })

  it('as read by somebody who may not read it, or by a message of another thread', async () => {
    const [one, other] = [await company(), await company()]
    const message = (await world.sam.post(at(one.id, 'messages'), { content: 'Hello' })).body.id
    const reading = (who: Caller, id: string, lastMessageId: unknown) =>
      who.post(at(id, 'messages/reading'), { lastMessageId })
    expect((await reading(other.client, one.id, message)).status).toBe(404)
    expect((await reading(world.visitor, one.id, message)).status).toBe(401)
    const foreign = await reading(other.client, other.id, message)
    const unknown = await reading(other.client, other.id, '01890000-0000-7000-8000-00000000dead')
    expect([foreign.status, foreign.text]).toEqual([400, unknown.text])
    expect((await reading(one.client, one.id, 'no id')).status).toBe(400)
    expect(await kindsFor(one.client)).toEqual(['answer-message'])
  })
})
