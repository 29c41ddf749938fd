// Naming an account that belongs to a folder one cannot see: nothing is shared before an administrator confirms it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRights, contactsOf, lettersTo, noRights } from '../../tests/contacts.ts'
import { applying } from '../../tests/hr-forms.ts'
import { type Caller, createWorld, type World } from '../../tests/world.ts'

let world: World
beforeAll(async () => void (world = await createWorld()))
afterAll(() => world.close())

const base = '/api/folder-access-requests'
let count = 0

/** A client of Sam's, in a folder that Sue cannot see. */
async function clientOfSam() {
  const email = `hidden${++count}@example.com`
  const given = { email, role: 'client', firstName: 'Hidden', lastName: 'Harper' }
  const { body } = await world.alice.post('/api/users', given)
  const folder = { name: `Sams ${count}`, services: 'x', assignedStaffId: world.people.sam.id, clientId: body.id }
  const { id } = (await world.alice.post('/api/client-folders', folder)).body
  return { id: body.id as string, email, folder: id as string, caller: await world.signIn(body.id, 'client') }
}

const folderOfSue = async (more: object = {}) =>
  (await world.sue.post('/api/client-folders', { name: `Sues ${++count}`, services: 'x', ...more })).body
const contact = (email: string) => ({ name: 'Named by Sue', email, ...allRights })
const decide = (who: Caller, id: string, status: string) => who.patch(`${base}/${id}/status`, { status })
const pendingIn = async (folder: string) =>
  (await world.alice.get(`${base}?status=pending&clientFolderId=${folder}`)).body

describe('naming an account of a folder that staff cannot see', () => {
  it('as the client of a new folder shares nothing, shows the address as typed and no name', async () => {
    const hidden = await clientOfSam()
    const { id: form } = (await hidden.caller.post('/api/hr-forms', applying())).body.submission
    const email = hidden.email.toUpperCase()
    const letters = (await lettersTo(world, hidden.email)).length
    const answer = await world.sue.post('/api/client-folders', { name: 'Sues', services: 'x', clientEmail: email })
    expect([answer.status, answer.body.clientId, answer.body.clientName]).toEqual([201, null, null])
    expect(answer.body.clientRequest).toEqual({ id: expect.any(String), email })
    const request = await world.sue.get(`${base}/${answer.body.clientRequest.id}`)
    expect(request.body).toMatchObject({ email, account: null, status: 'pending', allowed: ['withdraw'] })
    for (const text of [answer.text, request.text, (await world.sue.get(`/api/client-folders/${answer.body.id}`)).text])
      expect(text).not.toMatch(/Harper|Sams/)
    expect((await hidden.caller.get(`/api/client-folders/${answer.body.id}`)).status).toBe(404)
    expect((await world.sue.get(`/api/hr-form-submissions/${form}`)).status).toBe(404)
    expect(await lettersTo(world, hidden.email)).toHaveLength(letters)
  })

  it('as the client by id, for a new folder and for an existing one', async () => {
    const hidden = await clientOfSam()
    const created = await folderOfSue({ clientId: hidden.id })
    expect([created.clientId, created.clientRequest.email]).toEqual([null, null])
    const { id } = await folderOfSue()
    const changed = await world.sue.patch(`/api/client-folders/${id}`, { clientId: hidden.id, name: 'Renamed' })
    expect([changed.status, changed.body.clientId, changed.body.name]).toEqual([200, null, 'Renamed'])
    expect(changed.body.clientRequest).not.toBeNull()
    const again = await world.sue.patch(`/api/client-folders/${id}`, { clientId: hidden.id })
    expect([again.status, again.body.code]).toEqual([409, 'conflict'])
  })

  it('as a contact answers in the same shape as for someone new, and lists no contact', async () => {
    const hidden = await clientOfSam()
    const { id } = await folderOfSue()
    const fresh = await world.sue.post(contactsOf(id), contact('Fresh@Example.com'))
    const waiting = await world.sue.post(contactsOf(id), contact(hidden.email.toUpperCase()))
    expect([fresh.status, waiting.status]).toEqual([201, 201])
    expect(Object.keys(waiting.body).toSorted()).toEqual(Object.keys(fresh.body).toSorted())
    expect([fresh.body.email, fresh.body.status]).toEqual(['Fresh@Example.com', 'active'])
    expect(waiting.body).toMatchObject({ email: hidden.email.toUpperCase(), status: 'waiting', userId: null })
    expect((await world.sue.get(contactsOf(id))).body).toHaveLength(1)
    expect((await hidden.caller.get(`/api/client-folders/${id}`)).status).toBe(404)
    const again = await world.sue.post(contactsOf(id), contact(hidden.email))
    expect([again.status, again.body.issues[0].path]).toEqual([409, 'email'])
  })

  it('answers alike for a client of a colleague, a staff member and a deactivated account', async () => {
    const hidden = await clientOfSam()
    const { id } = await folderOfSue()
    for (const email of [hidden.email, 'sam@example.com', 'alice@example.com', 'ivan@example.com']) {
      const { status, body } = await world.sue.post(contactsOf(id), contact(email))
      expect([status, body.status, body.email], email).toEqual([201, 'waiting', email])
    }
    const { body: folder } = await world.sue.post('/api/client-folders', {
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

  it('is done at once by an administrator, and by staff who see all of the account’s folders', async () => {
    const hidden = await clientOfSam()
    const { id } = await folderOfSue()
    expect((await world.alice.post(contactsOf(id), contact(hidden.email))).body.status).toBe('active')
    const own = await world.sam.post('/api/client-folders', { name: 'x', services: 'x', clientId: world.people.ann.id })
    expect([own.body.clientId, own.body.clientRequest]).toEqual([world.people.ann.id, null])
  })

  it('adds an account without a folder once, when two staff members name it at the same time', async () => {
    const email = `free${++count}@example.com`
    await world.alice.post('/api/users', { email, role: 'client', firstName: 'Free', lastName: 'Person' })
    const named = { name: 'x', services: 'x', clientEmail: email }
    const answers = await Promise.all([world.sam, world.sue].map((who) => who.post('/api/client-folders', named)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(answers.filter(({ body }) => body.clientId === null)).toHaveLength(1)
  })
})

describe('an administrator', () => {
  const requested = async () => {
    const hidden = await clientOfSam()
    const { id: folder } = await folderOfSue()
    const before = (await world.mail()).length
    const { body } = await world.sue.post(contactsOf(folder), contact(hidden.email))
    return { hidden, folder, id: body.id as string, before }
  }

  it('is notified, and sees whose account it is and its folders', async () => {
    const { hidden, id, before } = await requested()
    const told = (await world.mail()).slice(before)
    expect(told.map(({ to }) => to).toSorted()).toEqual(['alice@example.com', 'mona@example.com'])
    expect(told[0]?.subject).toBe('A request for folder access needs you')
    const { body } = await world.alice.get(`${base}/${id}`)
    expect(body.account).toEqual({
      name: 'Hidden Harper',
      email: hidden.email,
      role: 'client',
      isActive: true,
      folders: [expect.stringMatching(/^Sams/)],
    })
    expect(body.allowed).toEqual(['confirm', 'decline', 'withdraw'])
    expect((await world.trail()).at(-1)).toMatchObject({ action: 'folder-access.requested', entityId: id })
  })

  it('confirms a contact, who then sees the folder; both hear of it', async () => {
    const { hidden, folder, id } = await requested()
    const answer = await decide(world.alice, id, 'confirmed')
    expect([answer.status, answer.body.status, answer.body.allowed]).toEqual([200, 'confirmed', []])
    expect((await hidden.caller.get(`/api/client-folders/${folder}`)).status).toBe(200)
    expect((await lettersTo(world, hidden.email)).at(-1)?.subject).toBe('A client folder was shared with you')
    expect((await lettersTo(world, 'sue@example.com')).at(-1)?.subject).toBe('Your access request was confirmed')
    const [added] = (await world.sue.get(contactsOf(folder))).body
    expect(added).toMatchObject({ name: 'Named by Sue', addedById: world.people.sue.id, ...allRights })
    expect((await world.trail()).slice(-2).map(({ action }) => action)).toEqual([
      'folder-contact.added',
      'folder-access.confirmed',
    ])
  })

  it('confirms a client', async () => {
    const hidden = await clientOfSam()
    const folder = await folderOfSue({ clientEmail: hidden.email })
    expect((await decide(world.mona, folder.clientRequest.id, 'confirmed')).status).toBe(200)
    const { body } = await world.sue.get(`/api/client-folders/${folder.id}`)
    expect([body.clientId, body.clientRequest]).toEqual([hidden.id, null])
    expect((await hidden.caller.get(`/api/client-folders/${folder.id}`)).status).toBe(200)
    expect((await lettersTo(world, hidden.email)).at(-1)?.subject).toBe('Your client folder is open')
  })

  it('declines, and nothing is shared; the request can be sent again', async () => {
    const { hidden, folder, id } = await requested()
    expect((await decide(world.alice, id, 'declined')).status).toBe(200)
    expect((await hidden.caller.get(`/api/client-folders/${folder}`)).status).toBe(404)
    expect((await lettersTo(world, 'sue@example.com')).at(-1)?.subject).toBe('Your access request was declined')
    expect((await world.sue.post(contactsOf(folder), contact(hidden.email))).body.status).toBe('waiting')
  })

  it('decides once, whoever else decides at the same moment', async () => {
    const { folder, id } = await requested()
    const decisions = [
      [world.alice, 'confirmed'],
      [world.mona, 'declined'],
      [world.sue, 'withdrawn'],
      [world.alice, 'confirmed'],
    ] as const
    const answers = await Promise.all(decisions.map(([who, status]) => decide(who, id, status)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
    const { status } = (await world.alice.get(`${base}/${id}`)).body
    expect((await world.sue.get(contactsOf(folder))).body).toHaveLength(status === 'confirmed' ? 1 : 0)
  })

  it('cannot confirm for a deactivated account, a staff account or an archived folder', async () => {
    const { hidden, id } = await requested()
    await world.alice.delete(`/api/users/${hidden.id}`)
    expect((await decide(world.alice, id, 'confirmed')).status).toBe(409)
    expect((await decide(world.alice, id, 'declined')).status).toBe(200)
    const { id: folder } = await folderOfSue()
    const staff = (await world.sue.post(contactsOf(folder), contact('sam@example.com'))).body.id
    expect((await decide(world.alice, staff, 'confirmed')).status).toBe(409)
    const archived = await requested()
    await world.alice.patch(`/api/client-folders/${archived.folder}`, { status: 'archived' })
    expect((await decide(world.alice, archived.id, 'confirmed')).status).toBe(409)
    expect(await pendingIn(archived.folder)).toHaveLength(1)
  })

  it('cannot make someone the client of a folder that has got a client and content since', async () => {
    const hidden = await clientOfSam()
    const folder = await folderOfSue({ clientEmail: hidden.email })
    await world.alice.patch(`/api/client-folders/${folder.id}`, { clientId: world.people.eve.id })
    await world.sue.post(`/api/client-folders/${folder.id}/messages`, { content: 'For Eve' })
    expect((await decide(world.alice, folder.clientRequest.id, 'confirmed')).status).toBe(409)
    expect((await world.sue.get(`/api/client-folders/${folder.id}`)).body.clientId).toBe(world.people.eve.id)
  })

  it.each([{ status: 'pending' }, { status: 'confirmed', reason: 'x' }, {}])('is refused %j', async (body) => {
    const { id } = await requested()
    expect((await world.alice.patch(`${base}/${id}/status`, body)).status).toBe(400)
  })
})

it('counts those who wait towards the limit of contacts', async () => {
  const { id } = await folderOfSue()
  const hidden = await clientOfSam()
  expect((await world.sue.post(contactsOf(id), contact(hidden.email))).body.status).toBe('waiting')
  const add = () => world.alice.post(contactsOf(id), { name: 'x', email: `full${++count}@example.com`, ...noRights })
  for (let i = 0; i < 24; i++) expect((await add()).status).toBe(201)
  expect((await add()).status).toBe(409)
})

it('shows a request to no one but those of the folder', async () => {
  const hidden = await clientOfSam()
  const { id: folder } = await folderOfSue()
  const { id } = (await world.sue.post(contactsOf(folder), contact(hidden.email))).body
  for (const who of [world.sam, world.ann, hidden.caller]) {
    expect((await who.get(`${base}/${id}`)).status).toBe(404)
    expect((await decide(who, id, 'withdrawn')).status).toBe(404)
    expect((await who.get(base)).body.map((each: { id: string }) => each.id)).not.toContain(id)
  }
})
