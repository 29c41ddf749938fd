import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { daysAfter, officeDate, officeHour } from '../../domain/time.ts'
import { contractInput } from '../../tests/contracts.ts'
import { invoiceOf } from '../../tests/guards/rights-invoices.ts'
import { pdf } from '../../tests/samples.ts'
import { registration, upload } from '../../tests/uploads.ts'
import { type Caller, createWorld, type World } from '../../tests/world.ts'
import { sendInvoiceReminders } from '../invoices/jobs.ts'
import { sendDailySummaries } from '../notices/jobs.ts'

let world: World
beforeAll(async () => void (world = await createWorld({}, { atHour: 9 })))
afterAll(() => world.close())

interface Rights {
  money?: boolean
  documents?: boolean
  messages?: boolean
}

let count = 0

/** A company of its own for each story: a folder of Sam's whose client is Ann, unless said otherwise. */
async function company(clientId: string = world.people.ann.id): Promise<string> {
  const given = { name: `Company ${++count}`, services: 'x', assignedStaffId: world.people.sam.id, clientId }
  return (await world.alice.post('/api/client-folders', given)).body.id
}

const contactsOf = (folderId: string) => `/api/client-folders/${folderId}/contacts`
const none = { money: false, documents: false, messages: false }
const all = { money: true, documents: true, messages: true }

/** Cora, or whoever has this address, as a contact. */
async function shared(folderId: string, rights: Rights, email = `cora${++count}@example.com`) {
  const body = { name: 'Cora Lind', email, ...none, ...rights }
  const answer = await world.sam.post(contactsOf(folderId), body)
  expect(answer.status, answer.text).toBe(201)
  const { id, userId } = answer.body as { id: string; userId: string }
  return { id, userId, email, cora: await world.signIn(userId, 'client') }
}

type Person = Awaited<ReturnType<typeof shared>>

async function sentInvoice(folderId: string): Promise<string> {
  const { id } = (await world.alice.post('/api/invoices', invoiceOf(folderId))).body
  expect((await world.alice.patch(`/api/invoices/${id}/status`, { status: 'sent' })).status).toBe(200)
  return id
}

async function sentProposal(folderId: string): Promise<string> {
  const services = [{ customName: 'Handbook', estimatedHours: 1, hourlyRate: 100 }]
  const draft = { clientFolderId: folderId, title: 'Handbook', description: 'x', validUntil: '2099-12-31', services }
  const { id } = (await world.sam.post('/api/proposals', draft)).body
  expect((await world.sam.patch(`/api/proposals/${id}/status`, { status: 'sent' })).status).toBe(200)
  return id
}

async function documentIn(folderId: string, more: object = {}): Promise<string> {
  await world.db.run(sql`delete from brakes`)
  const { documentURL } = await upload(world.sam, pdf())
  const body = { documentURL, ...registration(folderId, 'a.pdf', pdf()), ...more }
  return (await world.sam.put('/api/documents', body)).body.id
}

const lettersTo = async (email: string) => (await world.mail()).filter(({ to }) => to === email)
const statusOf = async (who: Caller, ...paths: string[]) =>
  Promise.all(paths.map(async (path) => (await who.get(path)).status))

describe('a contact is added', () => {
  it('by staff, an administrator and the client of the folder, and invited when nobody has the address', async () => {
    const folderId = await company()
    for (const who of [world.sam, world.alice, world.ann]) {
      const email = `new${++count}@example.com`
      const answer = await who.post(contactsOf(folderId), { name: 'Cora Maria Lind', email, ...none, messages: true })
      expect(answer.body).toMatchObject({ name: 'Cora Maria Lind', email, money: false, messages: true, version: 1 })
      expect((await lettersTo(email)).map(({ subject }) => subject)).toEqual(['Your account is ready'])
      expect((await world.trail()).at(-1)).toMatchObject({
        action: 'folder-contact.added',
        entityId: answer.body.id,
        details: { userId: answer.body.userId, after: ['messages'] },
      })
    }
    expect((await world.ann.get(contactsOf(folderId))).body).toHaveLength(3)
  })

  it('from among the clients, whose account stays as it is and whose name is not told', async () => {
    const answer = await world.ann.post(contactsOf(await company()), {
      name: 'Our bookkeeper',
      email: 'EVE@example.com',
      ...none,
    })
    expect(answer.body).toMatchObject({ userId: world.people.eve.id, name: 'Our bookkeeper' })
    expect(answer.text).not.toContain('Novak')
    expect((await lettersTo('eve@example.com')).at(-1)?.subject).toBe('A client folder was shared with you')
  })

  it('once, also by two at the same time', async () => {
    const folderId = await company()
    const body = { name: 'Cora Lind', email: 'twice@example.com', ...none }
    const answers = await Promise.all([1, 2, 3].map(() => world.sam.post(contactsOf(folderId), body)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body.issues).toEqual([
      { path: 'email', message: 'This person is a contact of the folder already.' },
    ])
    expect(await lettersTo('twice@example.com')).toHaveLength(1)
  })

  it('not from the team or a closed account, in one sentence for both, and not the client themself', async () => {
    const folderId = await company()
    const add = (email: string) => world.ann.post(contactsOf(folderId), { name: 'Somebody', email, ...all })
    const [staff, closed] = [await add('sue@example.com'), await add('ivan@example.com')]
    expect([staff.status, staff.text]).toEqual([400, closed.text])
    expect(staff.body.issues[0].path).toBe('email')
    expect((await add('ann@example.com')).status).toBe(409)
  })

  it('with a name, an address and three rights', async () => {
    const folderId = await company()
    const good = { name: 'Cora Lind', email: 'good@example.com', ...none }
    const { money: _, ...fewer } = good
    for (const [body, sentence] of [
      [{ ...good, name: ' ' }, 'Name is required'],
      [{ ...good, name: 'x'.repeat(10_000) }, 'Please use at most 200 characters.'],
      [{ ...good, email: 'good' }, 'Email is required'],
      [{ ...good, userId: world.people.eve.id }, 'We do not know "userId" here.'],
      [fewer, 'Please fill this in.'],
    ] as const) {
      const answer = await world.ann.post(contactsOf(folderId), body)
      expect([answer.status, answer.body.message]).toEqual([400, sentence])
    }
  })

  it('neither to an archived folder nor past twenty-five', async () => {
    const folderId = await company()
    const add = () => world.sam.post(contactsOf(folderId), { name: 'x', email: `many${++count}@example.com`, ...none })
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
    const folderId = await company()
    const { cora, id } = await shared(folderId, all)
    const body = { name: 'x', email: 'more@example.com', ...none }
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
  it('the folder and its assignments, and no part that they were not given', async () => {
    const folderId = await company()
    const { cora } = await shared(folderId, {})
    const [invoice, proposal, document] = [
      await sentInvoice(folderId),
      await sentProposal(folderId),
      await documentIn(folderId),
    ]
    const { id: contract } = (
      await world.alice.post('/api/contracts', contractInput(world, { clientFolderId: folderId }))
    ).body
    const at = `/api/client-folders/${folderId}`
    expect(await statusOf(cora, at, `${at}/assignments`)).toEqual([200, 200])
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
    const folderId = await company()
    const { cora } = await shared(folderId, { [right]: true })
    const at = (part: string) => `/api/client-folders/${folderId}/${part}`
    expect(await statusOf(cora, at(path), ...others.map(at))).toEqual([200, 404, 404])
  })

  it('money no more once that right is taken, from the next request on', async () => {
    const folderId = await company()
    const { cora, id } = await shared(folderId, { money: true })
    const invoice = `/api/invoices/${await sentInvoice(folderId)}`
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
    const folderId = await company()
    const { cora, id } = await shared(folderId, all)
    const at = `/api/client-folders/${folderId}`
    expect((await world.sam.delete(`/api/folder-contacts/${id}`)).status).toBe(200)
    expect(await statusOf(cora, at, `${at}/messages`, `${at}/documents`)).toEqual([404, 404, 404])
    expect((await cora.get('/api/client-folders')).body).toEqual([])
    expect((await world.sam.delete(`/api/folder-contacts/${id}`)).status).toBe(404)
  })

  it('what they were given in either of two companies, and never across', async () => {
    const [mine, other] = [await company(), await company(world.people.eve.id)]
    const email = 'both@example.com'
    const { cora } = await shared(mine, { money: true }, email)
    await shared(other, { messages: true }, email)
    const [mineInvoice, otherInvoice] = [await sentInvoice(mine), await sentInvoice(other)]
    const invoices = [`/api/invoices/${mineInvoice}`, `/api/invoices/${otherInvoice}`]
    expect(await statusOf(cora, ...invoices)).toEqual([200, 404])
    const threads = [mine, other].map((id) => `/api/client-folders/${id}/messages`)
    expect(await statusOf(cora, ...threads)).toEqual([404, 200])
    expect((await cora.get('/api/invoices')).body.map(({ id }: { id: string }) => id)).toEqual([mineInvoice])
    expect(await statusOf(world.ann, ...invoices), 'the two clients have nothing of one another').toEqual([200, 404])
    expect(await statusOf(world.eve, ...invoices)).toEqual([404, 200])
    // Eve is the client of one company and a contact of the other: her word counts in hers alone.
    await shared(mine, all, 'eve@example.com')
    const approve = async (id: string) =>
      (await world.eve.patch(`/api/proposals/${id}/status`, { status: 'approved' })).status
    expect([await approve(await sentProposal(mine)), await approve(await sentProposal(other))]).toEqual([403, 200])
  })
})

describe('a contact does not', () => {
  it('sign, decline, approve: that stays with the client of the folder', async () => {
    const folderId = await company()
    const { cora } = await shared(folderId, all)
    const document = `/api/documents/${await documentIn(folderId, { requiresSignature: true })}`
    const { id } = (await world.alice.post('/api/contracts', contractInput(world, { clientFolderId: folderId }))).body
    const proposal = `/api/proposals/${await sentProposal(folderId)}`
    const typed = { consent: true, kind: 'typed', name: 'Cora Lind' }
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
    const folderId = await company()
    const { cora, userId } = await shared(folderId, {})
    await world.sam.patch(`/api/client-folders/${folderId}`, { clientId: userId })
    expect((await cora.get(contactsOf(folderId))).body).toEqual([])
    expect((await world.ann.get(`/api/client-folders/${folderId}`)).status).toBe(404)
  })
})

describe('letters', () => {
  it('about money go to the client and to the contacts with money, each by the account’s own name', async () => {
    const folderId = await company()
    const [pays, reads] = [
      await shared(folderId, { money: true }),
      await shared(folderId, { documents: true, messages: true }),
    ]
    const told = async (subject: string) =>
      (await world.mail())
        .filter((letter) => letter.subject === subject)
        .slice(-2)
        .map(({ to }) => to)
    const before = await lettersTo(reads.email)
    await sentInvoice(folderId)
    expect(await told('You have a new invoice')).toEqual(['ann@example.com', pays.email])
    await sentProposal(folderId)
    expect((await lettersTo('ann@example.com')).at(-1)?.subject).toBe('A proposal is waiting for your answer')
    expect((await lettersTo(pays.email)).at(-1)?.subject).toBe('A proposal is in your client folder')
    expect(await lettersTo(reads.email)).toEqual(before)
    expect((await lettersTo(pays.email)).at(-1)?.text).toContain('Hello Cora Lind,')
  })

  it('about messages, documents and assignments go to those who see them', async () => {
    const folderId = await company()
    const [writes, files] = [await shared(folderId, { messages: true }), await shared(folderId, { documents: true })]
    await world.sam.post(`/api/client-folders/${folderId}/messages`, { content: 'Hello' })
    await documentIn(folderId)
    await documentIn(folderId, { requiresSignature: true })
    await world.sam.post(`/api/client-folders/${folderId}/assignments`, { title: 'x', description: 'y' })
    const subjects = async (email: string) => (await lettersTo(email)).map(({ subject }) => subject).slice(1)
    const [message, document, assignment] = ['A message', 'A document', 'An assignment'].map(
      (a) => `${a} is waiting for you`,
    )
    expect(await subjects(writes.email)).toEqual([message, assignment])
    expect(await subjects(files.email), 'signing is the client’s').toEqual([document, assignment])
  })

  it('ring the bells of those who see them, and fall silent with the right', async () => {
    const folderId = await company()
    const people = [
      await shared(folderId, { money: true }),
      await shared(folderId, { documents: true, messages: true }),
      await shared(folderId, {}),
    ]
    await sentInvoice(folderId)
    await sentProposal(folderId)
    await world.sam.post(`/api/client-folders/${folderId}/messages`, { content: 'canary: hello' })
    await documentIn(folderId)
    await world.sam.post(`/api/client-folders/${folderId}/document-requests`, { title: 'W-9', documentType: 'tax' })
    await world.sam.post(`/api/client-folders/${folderId}/assignments`, { title: 'x', description: 'y' })
    const bells = () =>
      Promise.all(
        people.map(async ({ cora }) => {
          const notices: { kind: string; clientFolderId: string }[] = (await cora.get('/api/notices')).body
          expect((await cora.get('/api/notices/figures')).body).toEqual({ unread: notices.length })
          expect(JSON.stringify(notices)).not.toContain('canary')
          expect(notices.every((each) => each.clientFolderId === folderId)).toBe(true)
          return notices.map(({ kind }) => kind).toSorted()
        }),
      )
    expect(await bells()).toEqual([
      ['assignments', 'money', 'money'],
      ['assignments', 'documents', 'documents', 'messages'],
      ['assignments'],
    ])
    const [pays, reads, bare] = people as [Person, Person, Person]
    await world.sam.patch(`/api/folder-contacts/${pays.id}`, { money: false })
    await world.sam.patch(`/api/folder-contacts/${reads.id}`, { documents: false })
    expect(await bells()).toEqual([['assignments'], ['assignments', 'messages'], ['assignments']])
    await world.sam.delete(`/api/folder-contacts/${bare.id}`)
    expect((await bells())[2]).toEqual([])
  })

  it('come daily or never to a contact who chose so, and never of what they do not see', async () => {
    const folderId = await company()
    const [late, deaf] = [await shared(folderId, { money: true }), await shared(folderId, { money: true })]
    expect((await late.cora.put('/api/email-choices', { money: 'daily' })).status).toBe(200)
    expect((await deaf.cora.put('/api/email-choices', { money: 'never' })).status).toBe(200)
    const before = [await lettersTo(late.email), await lettersTo(deaf.email)]
    await sentInvoice(folderId)
    expect([await lettersTo(late.email), await lettersTo(deaf.email)]).toEqual(before)
    for (const { cora } of [late, deaf]) expect((await cora.get('/api/notices/figures')).body).toEqual({ unread: 1 })
    // The right is gone before the morning comes: there is nothing to sum up.
    await world.sam.patch(`/api/folder-contacts/${late.id}`, { money: false })
    await sendDailySummaries(world.db)
    expect(await lettersTo(late.email)).toEqual(before[0])
  })

  it('reach nobody whose account is closed', async () => {
    const folderId = await company()
    const { email, userId } = await shared(folderId, all)
    await world.alice.delete(`/api/users/${userId}`)
    const before = (await lettersTo(email)).length
    await sentInvoice(folderId)
    expect(await lettersTo(email)).toHaveLength(before)
  })
})

describe('an open stream', () => {
  it('tells a contact what is theirs, and after the removal nothing more', async () => {
    await world.goLive()
    const folderId = await company()
    const { cora, id, email } = await shared(folderId, { messages: true })
    const cut = new AbortController()
    const response = await fetch(`${await world.address()}/api/events?clientFolderId=${folderId}`, {
      headers: { cookie: cora.cookie ?? '' },
      signal: cut.signal,
    })
    let heard = ''
    const reading = (async () => {
      const decoder = new TextDecoder()
      for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) heard += decoder.decode(chunk)
    })().catch(() => {})
    const say = async (content: string) =>
      (await world.sam.post(`/api/client-folders/${folderId}/messages`, { content })).body.id as string
    const first = await say('For everybody')
    await expect.poll(() => heard, { timeout: 3000 }).toContain(first)
    const invoice = await sentInvoice(folderId)
    expect((await world.sam.delete(`/api/folder-contacts/${id}`)).status).toBe(200)
    await expect.poll(() => heard, { timeout: 3000 }).toContain(`"type":"client-folders","id":"${folderId}"`)
    const after = await say('Without Cora')
    // Another change that they do hear of tells that the ones before it have been handed on.
    const elsewhere = await company()
    await shared(elsewhere, {}, email)
    await expect.poll(() => heard, { timeout: 3000 }).toContain(elsewhere)
    expect(heard).not.toContain(after)
    expect(heard).not.toContain(invoice)
    cut.abort()
    await reading
    expect((await cora.get(`/api/events?clientFolderId=${folderId}`)).status).toBe(404)
  })
})

// Last, because the days that pass end every session.
it('a reminder of an unpaid invoice reaches the contacts with money as well', async () => {
  const folderId = await company()
  const [pays, reads] = [await shared(folderId, { money: true }), await shared(folderId, { documents: true })]
  await world.alice.post('/api/invoices', { ...invoiceOf(folderId), dueDate: daysAfter(officeDate(world.db.now), 4) })
  const [{ id }] = (await world.alice.get(`/api/invoices?clientFolderId=${folderId}`)).body
  await world.alice.patch(`/api/invoices/${id}/status`, { status: 'sent' })
  world.pass({ days: 1, hours: (34 - officeHour(world.db.now)) % 24 })
  await sendInvoiceReminders(world.db)
  const reminded = (await world.mail())
    .filter(({ subject }) => subject === 'An invoice is due soon')
    .map(({ to }) => to)
  expect(reminded).toEqual(['ann@example.com', pays.email])
  expect(reminded).not.toContain(reads.email)
})
