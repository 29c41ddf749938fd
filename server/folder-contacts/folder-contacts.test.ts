import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contractInput } from '../../tests/contracts.ts'
import { pdf } from '../../tests/samples.ts'
import { registration, upload } from '../../tests/uploads.ts'
import { castPassword, type Caller, createWorld, type World } from '../../tests/world.ts'
import {
  allRights,
  company,
  contactIn,
  contactsOf,
  documentIn,
  lettersTo,
  noRights,
  sentInvoiceIn,
  sentProposalIn,
} from '../../tests/contacts.ts'

let world: World
beforeAll(async () => void (world = await createWorld({}, { atHour: 9 })))
afterAll(() => world.close())

let added = 0
const statusOf = async (who: Caller, ...paths: string[]) =>
  Promise.all(paths.map(async (path) => (await who.get(path)).status))

describe('a contact is added', () => {
  it('by staff, an administrator and the client of the folder, and invited when nobody has the address', async () => {
    const folderId = await company(world)
    for (const who of [world.sam, world.alice, world.ann]) {
      const email = `new${++added}@example.com`
      const answer = await who.post(contactsOf(folderId), {
        name: 'Cora Maria Lind',
        email,
        ...noRights,
        messages: true,
      })
      expect(answer.body).toMatchObject({ name: 'Cora Maria Lind', email, money: false, messages: true, version: 1 })
      expect((await lettersTo(world, email)).map(({ subject }) => subject)).toEqual(['Your account is ready'])
      expect((await world.trail()).at(-1)).toMatchObject({
        action: 'folder-contact.added',
        entityId: answer.body.id,
        details: { userId: answer.body.userId, after: ['messages'] },
      })
    }
    expect((await world.ann.get(contactsOf(folderId))).body).toHaveLength(3)
  })

  it('from among the clients, whose account stays as it is and whose name is not told', async () => {
    const answer = await world.alice.post(contactsOf(await company(world)), {
      name: 'Our bookkeeper',
      email: 'EVE@example.com',
      ...noRights,
    })
    expect(answer.body).toMatchObject({ userId: world.people.eve.id, name: 'Our bookkeeper' })
    expect(answer.text).not.toContain('Novak')
    expect((await lettersTo(world, 'eve@example.com')).at(-1)?.subject).toBe('A client folder was shared with you')
  })

  it('once, also by two at the same time', async () => {
    const folderId = await company(world)
    const body = { name: 'Cora Lind', email: 'twice@example.com', ...noRights }
    const answers = await Promise.all([1, 2, 3].map(() => world.sam.post(contactsOf(folderId), body)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body.issues).toEqual([
      { path: 'email', message: 'This person is a contact of the folder already.' },
    ])
    expect(await lettersTo(world, 'twice@example.com')).toHaveLength(1)
  })

  it('not from the team or a closed account, in one sentence for both, and not the client themself', async () => {
    const folderId = await company(world)
    const add = (email: string) => world.alice.post(contactsOf(folderId), { name: 'Somebody', email, ...allRights })
    const [staff, closed] = [await add('sue@example.com'), await add('ivan@example.com')]
    expect([staff.status, staff.text]).toEqual([400, closed.text])
    expect(staff.body.issues[0].path).toBe('email')
    expect((await add('ann@example.com')).status).toBe(409)
  })

  it('with a name, an address and three rights', async () => {
    const folderId = await company(world)
    const good = { name: 'Cora Lind', email: 'good@example.com', ...noRights }
    const { money: _, ...fewer } = good
    for (const [body, sentence] of [
      [{ ...good, name: ' ' }, 'Name is required'],
      [{ ...good, name: 'x'.repeat(10_000) }, 'Please use at most 200 characters.'],
      [{ ...good, email: 'good' }, 'Please enter a valid email address.'],
      [{ ...good, userId: world.people.eve.id }, 'We do not know "userId" here.'],
      [fewer, 'Please fill this in.'],
    ] as const) {
      const answer = await world.ann.post(contactsOf(folderId), body)
      expect([answer.status, answer.body.message]).toEqual([400, sentence])
    }
  })

  it('neither to an archived folder nor past twenty-five', async () => {
    const folderId = await company(world)
    const add = () =>
      world.sam.post(contactsOf(folderId), { name: 'x', email: `many${++added}@example.com`, ...noRights })
    for (let i = 0; i < 25; i++) expect((await add()).status).toBe(201)
    expect((await add()).body.message).toMatch(/^A folder has at most 25 contacts/)
    const [one] = (await world.sam.get(contactsOf(folderId))).body
    await world.sam.patch(`/api/client-folders/${folderId}`, { status: 'archived' })
    expect((await world.sam.delete(`/api/folder-contacts/${one.id}`)).status, 'access can always be taken away').toBe(
      200,
    )
    expect((await add()).body.message).toMatch(/^This folder is archived/)
  })

  it('by nobody else: a contact, another client, a colleague and a visitor', async () => {
    const folderId = await company(world)
    const { cora, id } = await contactIn(world, folderId, allRights)
    const body = { name: 'x', email: 'more@example.com', ...noRights }
    const answers = async (who: Caller) => [
      (await who.post(contactsOf(folderId), body)).status,
      (await who.get(contactsOf(folderId))).status,
      (await who.patch(`/api/folder-contacts/${id}`, { money: true })).status,
      (await who.delete(`/api/folder-contacts/${id}`)).status,
    ]
    expect(await answers(cora)).toEqual([403, 403, 403, 403])
    for (const who of [world.eve, world.sue]) expect(await answers(who)).toEqual([404, 404, 404, 404])
    expect(await answers(world.visitor)).toEqual([401, 401, 401, 401])
  })
})

describe('a contact sees', () => {
  it('the folder, and no part that they were not given', async () => {
    const folderId = await company(world)
    const { cora } = await contactIn(world, folderId, {})
    const [invoice, proposal, document] = [
      await sentInvoiceIn(world, folderId),
      await sentProposalIn(world, folderId),
      await documentIn(world, folderId),
    ]
    const { id: contract } = (
      await world.alice.post('/api/contracts', contractInput(world, { clientFolderId: folderId }))
    ).body
    const at = `/api/client-folders/${folderId}`
    expect(await statusOf(cora, at, `${at}/assignments`)).toEqual([200, 404])
    const kept = [`${at}/documents`, `${at}/messages`, `${at}/statement`, `/api/documents/${document}`]
    const money = [`/api/invoices/${invoice}`, `/api/proposals/${proposal}`, `/api/contracts/${contract}`]
    const files = [`/api/documents/${document}/file`, `/api/invoices/${invoice}/pdf`, `/api/contracts/${contract}/pdf`]
    const refused = [...kept, ...money, ...files]
    expect(new Set(await statusOf(cora, ...refused))).toEqual(new Set([404]))
    expect(new Set(await statusOf(world.ann, ...refused)), 'they are there').toEqual(new Set([200]))
    for (const list of ['invoices', 'proposals', 'contracts']) {
      expect((await cora.get(`/api/${list}?clientFolderId=${folderId}`)).body).toEqual([])
      expect((await world.ann.get(`/api/${list}?clientFolderId=${folderId}`)).body).toHaveLength(1)
    }
    expect((await cora.get('/api/client-folders')).body).toMatchObject([{ id: folderId, allowed: [] }])
    expect((await cora.post(`${at}/messages`, { content: 'Hello' })).status).toBe(404)
    const put = { documentURL: (await upload(cora, pdf())).documentURL, ...registration(folderId, 'a.pdf', pdf()) }
    expect((await cora.put('/api/documents', put)).body.message).toBe('Please choose a folder of yours.')
  })

  it.each([
    ['money', 'statement', ['documents', 'messages']],
    ['documents', 'documents', ['statement', 'messages']],
    ['messages', 'messages', ['statement', 'documents']],
  ] as const)('%s, where that is the right they have', async (right, path, others) => {
    const folderId = await company(world)
    const { cora } = await contactIn(world, folderId, { [right]: true })
    const at = (part: string) => `/api/client-folders/${folderId}/${part}`
    expect(await statusOf(cora, at(path), ...others.map(at))).toEqual([200, 404, 404])
  })

  it('money no more once that right is taken, from the next request on', async () => {
    const folderId = await company(world)
    const { cora, id } = await contactIn(world, folderId, { money: true })
    const invoice = `/api/invoices/${await sentInvoiceIn(world, folderId)}`
    expect((await cora.get(invoice)).status).toBe(200)
    const changed = await world.ann.patch(`/api/folder-contacts/${id}`, { money: false }, { 'if-match': '"1"' })
    expect([changed.body.money, changed.body.version]).toEqual([false, 2])
    const unknown = await cora.get('/api/invoices/01890000-0000-7000-8000-00000000dead')
    const gone = await cora.get(invoice)
    expect([gone.status, gone.text]).toEqual([404, unknown.text])
    expect((await world.ann.patch(`/api/folder-contacts/${id}`, { money: true }, { 'if-match': '"1"' })).status).toBe(
      412,
    )
    expect((await world.trail()).findLast(({ action }) => action === 'folder-contact.changed')?.details).toMatchObject({
      before: ['money'],
      after: [],
    })
  })

  it('nothing once they are removed, and removing them twice is told so', async () => {
    const folderId = await company(world)
    const { cora, id } = await contactIn(world, folderId, allRights)
    const at = `/api/client-folders/${folderId}`
    expect((await world.sam.delete(`/api/folder-contacts/${id}`)).status).toBe(200)
    expect(await statusOf(cora, at, `${at}/messages`, `${at}/documents`)).toEqual([404, 404, 404])
    expect((await cora.get('/api/client-folders')).body).toEqual([])
    expect((await world.sam.delete(`/api/folder-contacts/${id}`)).status).toBe(404)
  })

  it('what they were given in either of two companies, and never across', async () => {
    const [mine, other] = [await company(world), await company(world, world.people.eve.id)]
    const email = 'both@example.com'
    const { cora } = await contactIn(world, mine, { money: true }, email)
    await contactIn(world, other, { messages: true }, email)
    const [mineInvoice, otherInvoice] = [await sentInvoiceIn(world, mine), await sentInvoiceIn(world, other)]
    const invoices = [`/api/invoices/${mineInvoice}`, `/api/invoices/${otherInvoice}`]
    expect(await statusOf(cora, ...invoices)).toEqual([200, 404])
    const threads = [mine, other].map((id) => `/api/client-folders/${id}/messages`)
    expect(await statusOf(cora, ...threads)).toEqual([404, 200])
    expect((await cora.get('/api/invoices')).body.map(({ id }: { id: string }) => id)).toEqual([mineInvoice])
    expect(await statusOf(world.ann, ...invoices), 'the two clients have nothing of one another').toEqual([200, 404])
    expect(await statusOf(world.eve, ...invoices)).toEqual([404, 200])
    // Eve is the client of one company and a contact of the other: her word counts in hers alone.
    await contactIn(world, mine, allRights, 'eve@example.com')
    const approve = async (id: string) =>
      (await world.eve.patch(`/api/proposals/${id}/status`, { status: 'approved' })).status
    expect([
      await approve(await sentProposalIn(world, mine)),
      await approve(await sentProposalIn(world, other)),
    ]).toEqual([403, 200])
  })
})

describe('a contact does not', () => {
  it('sign, decline, approve: that stays with the client of the folder', async () => {
    const folderId = await company(world)
    const { cora } = await contactIn(world, folderId, allRights)
    const document = `/api/documents/${await documentIn(world, folderId, { requiresSignature: true })}`
    const { id } = (await world.alice.post('/api/contracts', contractInput(world, { clientFolderId: folderId }))).body
    const proposal = `/api/proposals/${await sentProposalIn(world, folderId)}`
    const typed = { consent: true, kind: 'typed', name: 'Cora Lind', password: castPassword }
    await cora.get(`${document}/file`)
    await cora.get(`/api/contracts/${id}/pdf`)
    for (const answer of [
      await cora.post(`${document}/signature`, typed),
      await cora.post(`${document}/refusal`, { reason: 'No' }),
      await cora.post(`/api/contracts/${id}/signature`, typed),
      await cora.post(`/api/contracts/${id}/refusal`, { reason: 'No' }),
      await cora.patch(`/api/contracts/${id}/status`, { status: 'declined', reason: 'No' }),
      await cora.patch(`${proposal}/status`, { status: 'approved' }),
      await cora.patch(`${proposal}/status`, { status: 'rejected' }),
    ])
      expect([answer.status, answer.body.message]).toEqual([403, expect.stringMatching(/^Only the client/)])
    const allowed = async (path: string) => (await cora.get(path)).body.allowed
    expect(await allowed(document)).toEqual(['download', 'open'])
    expect(await allowed(`/api/contracts/${id}`)).toEqual(['download'])
    expect(await allowed(proposal)).toEqual([])
    expect((await cora.get(`/api/contracts?clientFolderId=${folderId}`)).body[0].allowed).toEqual(['download'])
    expect((await cora.get(`/api/proposals?clientFolderId=${folderId}`)).body[0].allowed).toEqual([])
  })

  it('stay a contact when they become the client', async () => {
    const folderId = await company(world)
    const { cora, userId } = await contactIn(world, folderId, {})
    await world.alice.patch(`/api/client-folders/${folderId}`, { clientId: userId, reason: 'Ann left the company.' })
    expect((await cora.get(contactsOf(folderId))).body).toEqual([])
    expect((await world.ann.get(`/api/client-folders/${folderId}`)).status).toBe(404)
  })
})
