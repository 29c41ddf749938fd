// Naming an account that belongs to an invisible folder: nothing is shared before an administrator confirms it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRights, contactsOf, emailsTo, noRights } from '../../tests/contacts.ts'
import { applying } from '../../tests/hr-forms.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const base = '/api/folder-access-requests'
let count = 0

/** A client of Sam's, in a folder that Sue cannot see. */
async function clientOfSam() {
  const email = `hidden${++count}@example.com`
  const given = { email, role: 'client', firstName: 'Hidden', lastName: 'Harper' }
  const { body } = await testApp.alice.post('/api/users', given)
  const folder = { name: `Sams ${count}`, services: 'x', assignedStaffId: testApp.people.sam.id, clientId: body.id }
  const { id } = (await testApp.alice.post('/api/client-folders', folder)).body
  return { id: body.id as string, email, folder: id as string, caller: await testApp.signIn(body.id, 'client') }
}

const folderOfSue = async (more: object = {}) =>
  (await testApp.sue.post('/api/client-folders', { name: `Sues ${++count}`, services: 'x', ...more })).body
const contact = (email: string) => ({ name: 'Named by Sue', email, ...allRights })
const decide = (who: Caller, id: string, status: string) => who.patch(`${base}/${id}/status`, { status })
const pendingIn = async (folder: string) =>
  (await testApp.alice.get(`${base}?status=pending&clientFolderId=${folder}`)).body

describe('naming an account of a folder that staff cannot see', () => {
  it('shares nothing when named as the client of a new folder, and shows the address as entered without a name', async () => {
    const hidden = await clientOfSam()
    const { id: form } = (await hidden.caller.post('/api/hr-forms', applying())).body.submission
    const email = hidden.email.toUpperCase()
    const emails = (await emailsTo(testApp, hidden.email)).length
    const answer = await testApp.sue.post('/api/client-folders', { name: 'Sues', services: 'x', clientEmail: email })
    expect([answer.status, answer.body.clientId, answer.body.clientName]).toEqual([201, null, null])
    expect(answer.body.clientRequest).toEqual({ id: expect.any(String), email })
    const request = await testApp.sue.get(`${base}/${answer.body.clientRequest.id}`)
    expect(request.body).toMatchObject({ email, account: null, status: 'pending', allowed: ['withdraw'] })
    for (const text of [
      answer.text,
      request.text,
      (await testApp.sue.get(`/api/client-folders/${answer.body.id}`)).text,
    ])
      expect(text).not.toMatch(/Harper|Sams/)
    expect((await hidden.caller.get(`/api/client-folders/${answer.body.id}`)).status).toBe(404)
    expect((await testApp.sue.get(`/api/hr-form-submissions/${form}`)).status).toBe(404)
    expect(await emailsTo(testApp, hidden.email)).toHaveLength(emails)
  })

  it('works as the client by id, for a new folder and for an existing one', async () => {
    const hidden = await clientOfSam()
    const created = await folderOfSue({ clientId: hidden.id })
    expect([created.clientId, created.clientRequest.email]).toEqual([null, null])
    const { id } = await folderOfSue()
    const changed = await testApp.sue.patch(`/api/client-folders/${id}`, { clientId: hidden.id, name: 'Renamed' })
    expect([changed.status, changed.body.clientId, changed.body.name]).toEqual([200, null, 'Renamed'])
    expect(changed.body.clientRequest).not.toBeNull()
    const again = await testApp.sue.patch(`/api/client-folders/${id}`, { clientId: hidden.id })
    expect([again.status, again.body.code]).toEqual([409, 'conflict'])
  })

  it('gets the same reply as a new person when named as a contact, and lists no contact', async () => {
    const hidden = await clientOfSam()
    const { id } = await folderOfSue()
    const fresh = await testApp.sue.post(contactsOf(id), contact('Fresh@Example.com'))
    const waiting = await testApp.sue.post(contactsOf(id), contact(hidden.email.toUpperCase()))
    expect([fresh.status, waiting.status]).toEqual([201, 201])
    expect(Object.keys(waiting.body).toSorted()).toEqual(Object.keys(fresh.body).toSorted())
    expect([fresh.body.email, fresh.body.status]).toEqual(['Fresh@Example.com', 'active'])
    expect(waiting.body).toMatchObject({ email: hidden.email.toUpperCase(), status: 'waiting', userId: null })
    expect((await testApp.sue.get(contactsOf(id))).body).toHaveLength(1)
    expect((await hidden.caller.get(`/api/client-folders/${id}`)).status).toBe(404)
    const again = await testApp.sue.post(contactsOf(id), contact(hidden.email))
    expect([again.status, again.body.issues[0].path]).toEqual([409, 'email'])
  })

  it('returns the same reply for a colleague’s client, a staff member, and a deactivated account', async () => {
    const hidden = await clientOfSam()
    const { id } = await folderOfSue()
    for (const email of [hidden.email, 'sam@example.com', 'alice@example.com', 'ivan@example.com']) {
      const { status, body } = await testApp.sue.post(contactsOf(id), contact(email))
      expect([status, body.status, body.email], email).toEqual([201, 'waiting', email])
    }
    const { body: folder } = await testApp.sue.post('/api/client-folders', {
      name: 'Sues',
      services: 'x',
      clientEmail: 'sam@example.com',
    })
    expect(folder.clientRequest.email).toBe('sam@example.com')
  })

  it('applies to a client who shares their own folder', async () => {
    const [hidden, other] = [await clientOfSam(), await clientOfSam()]
    const { body } = await hidden.caller.post(contactsOf(hidden.folder), contact(other.email))
    expect(body.status).toBe('waiting')
    expect((await hidden.caller.get(base)).body.map(({ id }: { id: string }) => id)).toEqual([body.id])
    expect((await other.caller.get(base)).body).toEqual([])
    expect((await decide(hidden.caller, body.id, 'confirmed')).status).toBe(403)
    expect((await decide(hidden.caller, body.id, 'withdrawn')).status).toBe(200)
  })

  it('takes effect right away for administrators, and for staff who see all of the account’s folders', async () => {
    const hidden = await clientOfSam()
    const { id } = await folderOfSue()
    expect((await testApp.alice.post(contactsOf(id), contact(hidden.email))).body.status).toBe('active')
    const own = await testApp.sam.post('/api/client-folders', {
      name: 'x',
      services: 'x',
      clientId: testApp.people.ann.id,
    })
    expect([own.body.clientId, own.body.clientRequest]).toEqual([testApp.people.ann.id, null])
  })

  it('adds an account without a folder once, when two staff members name it at the same time', async () => {
    const email = `free${++count}@example.com`
    await testApp.alice.post('/api/users', { email, role: 'client', firstName: 'Free', lastName: 'Person' })
    const named = { name: 'x', services: 'x', clientEmail: email }
    const answers = await Promise.all([testApp.sam, testApp.sue].map((who) => who.post('/api/client-folders', named)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(answers.filter(({ body }) => body.clientId === null)).toHaveLength(1)
  })
})

describe('confirming a folder access request', () => {
  const requested = async () => {
    const hidden = await clientOfSam()
    const { id: folder } = await folderOfSue()
    const before = (await testApp.mail()).length
    const { body } = await testApp.sue.post(contactsOf(folder), contact(hidden.email))
    return { hidden, folder, id: body.id as string, before }
  }

  it('notifies the administrator, and shows whose account it is and its folders', async () => {
    const { hidden, id, before } = await requested()
    const emails = (await testApp.mail()).slice(before)
    expect(emails.map(({ to }) => to).toSorted()).toEqual(['alice@example.com', 'mona@example.com'])
    expect(emails[0]?.subject).toBe('ProHR portal: confirm a folder access request')
    const { body } = await testApp.alice.get(`${base}/${id}`)
    expect(body.account).toEqual({
      name: 'Hidden Harper',
      email: hidden.email,
      role: 'client',
      isActive: true,
      folders: [expect.stringMatching(/^Sams/)],
    })
    expect(body.allowed).toEqual(['confirm', 'decline', 'withdraw'])
    expect((await testApp.auditLog()).at(-1)).toMatchObject({ action: 'folder-access.requested', entityId: id })
  })

  it('lets a confirmed contact see the folder, and notifies both sides', async () => {
    const { hidden, folder, id } = await requested()
    const answer = await decide(testApp.alice, id, 'confirmed')
    expect([answer.status, answer.body.status, answer.body.allowed]).toEqual([200, 'confirmed', []])
    expect((await hidden.caller.get(`/api/client-folders/${folder}`)).status).toBe(200)
    expect((await emailsTo(testApp, hidden.email)).at(-1)?.subject).toBe('ProHR: a client folder was shared with you')
    expect((await emailsTo(testApp, 'sue@example.com')).at(-1)?.subject).toBe(
      'ProHR confirmed your folder access request',
    )
    const [added] = (await testApp.sue.get(contactsOf(folder))).body
    expect(added).toMatchObject({ name: 'Named by Sue', addedById: testApp.people.sue.id, ...allRights })
    expect((await testApp.auditLog()).slice(-2).map(({ action }) => action)).toEqual([
      'folder-contact.added',
      'folder-access.confirmed',
    ])
  })

  it('makes the confirmed account the client', async () => {
    const hidden = await clientOfSam()
    const folder = await folderOfSue({ clientEmail: hidden.email })
    expect((await decide(testApp.mona, folder.clientRequest.id, 'confirmed')).status).toBe(200)
    const { body } = await testApp.sue.get(`/api/client-folders/${folder.id}`)
    expect([body.clientId, body.clientRequest]).toEqual([hidden.id, null])
    expect((await hidden.caller.get(`/api/client-folders/${folder.id}`)).status).toBe(200)
    expect((await emailsTo(testApp, hidden.email)).at(-1)?.subject).toBe('Your client folder at ProHR is ready')
  })

  it('shares nothing after a decline, and the request can be sent again', async () => {
    const { hidden, folder, id } = await requested()
    expect((await decide(testApp.alice, id, 'declined')).status).toBe(200)
    expect((await hidden.caller.get(`/api/client-folders/${folder}`)).status).toBe(404)
    expect((await emailsTo(testApp, 'sue@example.com')).at(-1)?.subject).toBe(
      'ProHR declined your folder access request',
    )
    expect((await testApp.sue.post(contactsOf(folder), contact(hidden.email))).body.status).toBe('waiting')
  })

  it('happens once when two administrators decide at the same time', async () => {
    const { folder, id } = await requested()
    const decisions = [
      [testApp.alice, 'confirmed'],
      [testApp.mona, 'declined'],
      [testApp.sue, 'withdrawn'],
      [testApp.alice, 'confirmed'],
    ] as const
    const answers = await Promise.all(decisions.map(([who, status]) => decide(who, id, status)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
    const { status } = (await testApp.alice.get(`${base}/${id}`)).body
    expect((await testApp.sue.get(contactsOf(folder))).body).toHaveLength(status === 'confirmed' ? 1 : 0)
  })

  it('is refused for a deactivated account, a staff account, or an archived folder', async () => {
    const { hidden, id } = await requested()
    await testApp.alice.delete(`/api/users/${hidden.id}`)
    expect((await decide(testApp.alice, id, 'confirmed')).status).toBe(409)
    expect((await decide(testApp.alice, id, 'declined')).status).toBe(200)
    const { id: folder } = await folderOfSue()
    const staff = (await testApp.sue.post(contactsOf(folder), contact('sam@example.com'))).body.id
    expect((await decide(testApp.alice, staff, 'confirmed')).status).toBe(409)
    const archived = await requested()
    await testApp.alice.patch(`/api/client-folders/${archived.folder}`, { status: 'archived' })
    expect((await decide(testApp.alice, archived.id, 'confirmed')).status).toBe(409)
    expect(await pendingIn(archived.folder)).toHaveLength(1)
  })

  it('is refused for the client of a folder that has a client and content by now', async () => {
    const hidden = await clientOfSam()
    const folder = await folderOfSue({ clientEmail: hidden.email })
    await testApp.alice.patch(`/api/client-folders/${folder.id}`, { clientId: testApp.people.eve.id })
    await testApp.sue.post(`/api/client-folders/${folder.id}/messages`, { content: 'For Eve' })
    expect((await decide(testApp.alice, folder.clientRequest.id, 'confirmed')).status).toBe(409)
    expect((await testApp.sue.get(`/api/client-folders/${folder.id}`)).body.clientId).toBe(testApp.people.eve.id)
  })

  it.each([{ status: 'pending' }, { status: 'confirmed', reason: 'x' }, {}])('refuses %j', async (body) => {
    const { id } = await requested()
    expect((await testApp.alice.patch(`${base}/${id}/status`, body)).status).toBe(400)
  })
})

it('counts pending requests toward the contact limit', async () => {
  const { id } = await folderOfSue()
  const hidden = await clientOfSam()
  expect((await testApp.sue.post(contactsOf(id), contact(hidden.email))).body.status).toBe('waiting')
  const add = () => testApp.alice.post(contactsOf(id), { name: 'x', email: `full${++count}@example.com`, ...noRights })
  for (let i = 0; i < 24; i++) expect((await add()).status).toBe(201)
  expect((await add()).status).toBe(409)
})

it('shows a request only to people of the folder', async () => {
  const hidden = await clientOfSam()
  const { id: folder } = await folderOfSue()
  const { id } = (await testApp.sue.post(contactsOf(folder), contact(hidden.email))).body
  for (const who of [testApp.sam, testApp.ann, hidden.caller]) {
    expect((await who.get(`${base}/${id}`)).status).toBe(404)
    expect((await decide(who, id, 'withdrawn')).status).toBe(404)
    expect((await who.get(base)).body.map((each: { id: string }) => each.id)).not.toContain(id)
  }
})
