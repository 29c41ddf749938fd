import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contractInput } from '../../tests/contracts.ts'
import { pdf } from '../../tests/samples.ts'
import { registration, upload } from '../../tests/uploads.ts'
import { fixturePassword, type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'
import {
  allRights,
  company,
  contactIn,
  contactsOf,
  documentIn,
  emailsTo,
  noRights,
  sentInvoiceIn,
  sentProposalIn,
} from '../../tests/contacts.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp({}, { atHour: 9 })))
afterAll(() => testApp.close())

let added = 0
const statusOf = async (who: Caller, ...paths: string[]) =>
  Promise.all(paths.map(async (path) => (await who.get(path)).status))

describe('adding a contact', () => {
  it('works for staff, an administrator, and the folder’s client, and invites an unknown address', async () => {
    const folderId = await company(testApp)
    for (const who of [testApp.sam, testApp.alice, testApp.ann]) {
      const email = `new${++added}@example.com`
      const answer = await who.post(contactsOf(folderId), {
        name: 'Cora Maria Lind',
        email,
        ...noRights,
        messages: true,
      })
      expect(answer.body).toMatchObject({ name: 'Cora Maria Lind', email, money: false, messages: true, version: 1 })
      expect((await emailsTo(testApp, email)).map(({ subject }) => subject)).toEqual([
        'ProHR invited you to its portal',
      ])
      expect((await testApp.auditLog()).at(-1)).toMatchObject({
        action: 'folder-contact.added',
        entityId: answer.body.id,
        details: { userId: answer.body.userId, after: ['messages'] },
      })
    }
    expect((await testApp.ann.get(contactsOf(folderId))).body).toHaveLength(3)
  })

  it('accepts an existing client without changing the account or revealing the name', async () => {
    const answer = await testApp.alice.post(contactsOf(await company(testApp)), {
      name: 'Our bookkeeper',
      email: 'EVE@example.com',
      ...noRights,
    })
    expect(answer.body).toMatchObject({ userId: testApp.people.eve.id, name: 'Our bookkeeper' })
    expect(answer.text).not.toContain('Novak')
    expect((await emailsTo(testApp, 'eve@example.com')).at(-1)?.subject).toBe(
      'ProHR: a client folder was shared with you',
    )
  })

  it('happens once, even for two concurrent requests', async () => {
    const folderId = await company(testApp)
    const body = { name: 'Cora Lind', email: 'twice@example.com', ...noRights }
    const answers = await Promise.all([1, 2, 3].map(() => testApp.sam.post(contactsOf(folderId), body)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body.issues).toEqual([
      { path: 'email', message: 'This person is already a contact of the folder.' },
    ])
    expect(await emailsTo(testApp, 'twice@example.com')).toHaveLength(1)
  })

  it('refuses team members and closed accounts with the same sentence, and the folder’s own client', async () => {
    const folderId = await company(testApp)
    const add = (email: string) => testApp.alice.post(contactsOf(folderId), { name: 'Somebody', email, ...allRights })
    const [staff, closed] = [await add('sue@example.com'), await add('ivan@example.com')]
    expect([staff.status, staff.text]).toEqual([400, closed.text])
    expect(staff.body.issues[0].path).toBe('email')
    expect((await add('ann@example.com')).status).toBe(409)
  })

  it('requires a name, an address, and three rights', async () => {
    const folderId = await company(testApp)
    const good = { name: 'Cora Lind', email: 'good@example.com', ...noRights }
    const { money: _, ...fewer } = good
    for (const [body, sentence] of [
      [{ ...good, name: ' ' }, 'Name is required'],
      [{ ...good, name: 'x'.repeat(10_000) }, 'Use at most 200 characters.'],
      [{ ...good, email: 'good' }, 'Enter a valid email address.'],
      [{ ...good, userId: testApp.people.eve.id }, 'Unknown field: "userId".'],
      [fewer, 'This field is required.'],
    ] as const) {
      const answer = await testApp.ann.post(contactsOf(folderId), body)
      expect([answer.status, answer.body.message]).toEqual([400, sentence])
    }
  })

  it('refuses an archived folder and more than twenty-five contacts', async () => {
    const folderId = await company(testApp)
    const add = () =>
      testApp.sam.post(contactsOf(folderId), { name: 'x', email: `many${++added}@example.com`, ...noRights })
    for (let i = 0; i < 25; i++) expect((await add()).status).toBe(201)
    expect((await add()).body.message).toMatch(/^A folder can have at most 25 contacts/)
    const [one] = (await testApp.sam.get(contactsOf(folderId))).body
    await testApp.sam.patch(`/api/client-folders/${folderId}`, { status: 'archived' })
    expect((await testApp.sam.delete(`/api/folder-contacts/${one.id}`)).status, 'access can always be taken away').toBe(
      200,
    )
    expect((await add()).body.message).toMatch(/^This folder is archived/)
  })

  it('refuses contacts, other clients, colleagues, and visitors', async () => {
    const folderId = await company(testApp)
    const { cora, id } = await contactIn(testApp, folderId, allRights)
    const body = { name: 'x', email: 'more@example.com', ...noRights }
    const answers = async (who: Caller) => [
      (await who.post(contactsOf(folderId), body)).status,
      (await who.get(contactsOf(folderId))).status,
      (await who.patch(`/api/folder-contacts/${id}`, { money: true })).status,
      (await who.delete(`/api/folder-contacts/${id}`)).status,
    ]
    expect(await answers(cora)).toEqual([403, 403, 403, 403])
    for (const who of [testApp.eve, testApp.sue]) expect(await answers(who)).toEqual([404, 404, 404, 404])
    expect(await answers(testApp.visitor)).toEqual([401, 401, 401, 401])
  })
})

describe('a contact of a folder', () => {
  it('sees the folder, but no part that they have no right to', async () => {
    const folderId = await company(testApp)
    const { cora } = await contactIn(testApp, folderId, {})
    const [invoice, proposal, document] = [
      await sentInvoiceIn(testApp, folderId),
      await sentProposalIn(testApp, folderId),
      await documentIn(testApp, folderId),
    ]
    const { id: contract } = (
      await testApp.alice.post('/api/contracts', contractInput(testApp, { clientFolderId: folderId }))
    ).body
    const at = `/api/client-folders/${folderId}`
    expect(await statusOf(cora, at, `${at}/assignments`)).toEqual([200, 404])
    const stillAllowed = [`${at}/documents`, `${at}/messages`, `${at}/statement`, `/api/documents/${document}`]
    const money = [`/api/invoices/${invoice}`, `/api/proposals/${proposal}`, `/api/contracts/${contract}`]
    const files = [`/api/documents/${document}/file`, `/api/invoices/${invoice}/pdf`, `/api/contracts/${contract}/pdf`]
    const refused = [...stillAllowed, ...money, ...files]
    expect(new Set(await statusOf(cora, ...refused))).toEqual(new Set([404]))
    expect(new Set(await statusOf(testApp.ann, ...refused)), 'they are there').toEqual(new Set([200]))
    for (const list of ['invoices', 'proposals', 'contracts']) {
      expect((await cora.get(`/api/${list}?clientFolderId=${folderId}`)).body).toEqual([])
      expect((await testApp.ann.get(`/api/${list}?clientFolderId=${folderId}`)).body).toHaveLength(1)
    }
    expect((await cora.get('/api/client-folders')).body).toMatchObject([{ id: folderId, allowed: [] }])
    expect((await cora.post(`${at}/messages`, { content: 'Hello' })).status).toBe(404)
    const put = { documentURL: (await upload(cora, pdf())).documentURL, ...registration(folderId, 'a.pdf', pdf()) }
    expect((await cora.put('/api/documents', put)).body.message).toBe('Choose one of your folders.')
  })

  it.each([
    ['money', 'statement', ['documents', 'messages']],
    ['documents', 'documents', ['statement', 'messages']],
    ['messages', 'messages', ['statement', 'documents']],
  ] as const)('sees %s if they have that right', async (right, path, others) => {
    const folderId = await company(testApp)
    const { cora } = await contactIn(testApp, folderId, { [right]: true })
    const at = (part: string) => `/api/client-folders/${folderId}/${part}`
    expect(await statusOf(cora, at(path), ...others.map(at))).toEqual([200, 404, 404])
  })

  it('no longer sees amounts after that right is removed, from the next request on', async () => {
    const folderId = await company(testApp)
    const { cora, id } = await contactIn(testApp, folderId, { money: true })
    const invoice = `/api/invoices/${await sentInvoiceIn(testApp, folderId)}`
    expect((await cora.get(invoice)).status).toBe(200)
    const changed = await testApp.ann.patch(`/api/folder-contacts/${id}`, { money: false }, { 'if-match': '"1"' })
    expect([changed.body.money, changed.body.version]).toEqual([false, 2])
    const unknown = await cora.get('/api/invoices/01890000-0000-7000-8000-00000000dead')
    const gone = await cora.get(invoice)
    expect([gone.status, gone.text]).toEqual([404, unknown.text])
    expect((await testApp.ann.patch(`/api/folder-contacts/${id}`, { money: true }, { 'if-match': '"1"' })).status).toBe(
      412,
    )
    expect(
      (await testApp.auditLog()).findLast(({ action }) => action === 'folder-contact.changed')?.details,
    ).toMatchObject({
      before: ['money'],
      after: [],
    })
  })

  it('sees nothing after they are removed; removing them twice is refused', async () => {
    const folderId = await company(testApp)
    const { cora, id } = await contactIn(testApp, folderId, allRights)
    const at = `/api/client-folders/${folderId}`
    expect((await testApp.sam.delete(`/api/folder-contacts/${id}`)).status).toBe(200)
    expect(await statusOf(cora, at, `${at}/messages`, `${at}/documents`)).toEqual([404, 404, 404])
    expect((await cora.get('/api/client-folders')).body).toEqual([])
    expect((await testApp.sam.delete(`/api/folder-contacts/${id}`)).status).toBe(404)
  })

  it('sees in two companies what each allows, and nothing across', async () => {
    const [mine, other] = [await company(testApp), await company(testApp, testApp.people.eve.id)]
    const email = 'both@example.com'
    const { cora } = await contactIn(testApp, mine, { money: true }, email)
    await contactIn(testApp, other, { messages: true }, email)
    const [mineInvoice, otherInvoice] = [await sentInvoiceIn(testApp, mine), await sentInvoiceIn(testApp, other)]
    const invoices = [`/api/invoices/${mineInvoice}`, `/api/invoices/${otherInvoice}`]
    expect(await statusOf(cora, ...invoices)).toEqual([200, 404])
    const threads = [mine, other].map((id) => `/api/client-folders/${id}/messages`)
    expect(await statusOf(cora, ...threads)).toEqual([404, 200])
    expect((await cora.get('/api/invoices')).body.map(({ id }: { id: string }) => id)).toEqual([mineInvoice])
    expect(await statusOf(testApp.ann, ...invoices), 'the two clients have nothing of one another').toEqual([200, 404])
    expect(await statusOf(testApp.eve, ...invoices)).toEqual([404, 200])
    // Eve is the client of one company and a contact of the other; her signature counts only in her own.
    await contactIn(testApp, mine, allRights, 'eve@example.com')
    const approve = async (id: string) =>
      (await testApp.eve.patch(`/api/proposals/${id}/status`, { status: 'approved' })).status
    expect([
      await approve(await sentProposalIn(testApp, mine)),
      await approve(await sentProposalIn(testApp, other)),
    ]).toEqual([403, 200])
  })
})

describe('a contact of a folder', () => {
  it('cannot sign, decline, or approve; only the client can', async () => {
    const folderId = await company(testApp)
    const { cora } = await contactIn(testApp, folderId, allRights)
    const document = `/api/documents/${await documentIn(testApp, folderId, { requiresSignature: true })}`
    const { id } = (await testApp.alice.post('/api/contracts', contractInput(testApp, { clientFolderId: folderId })))
      .body
    const proposal = `/api/proposals/${await sentProposalIn(testApp, folderId)}`
    const typed = { consent: true, kind: 'typed', name: 'Cora Lind', password: fixturePassword }
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

  it('is no longer a contact once they are the client', async () => {
    const folderId = await company(testApp)
    const { cora, userId } = await contactIn(testApp, folderId, {})
    await testApp.alice.patch(`/api/client-folders/${folderId}`, { clientId: userId, reason: 'Ann left the company.' })
    expect((await cora.get(contactsOf(folderId))).body).toEqual([])
    expect((await testApp.ann.get(`/api/client-folders/${folderId}`)).status).toBe(404)
  })
})
