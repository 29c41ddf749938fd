import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wish } from '../../tests/guards/wish.ts'
import { openTab } from '../../tests/tab.ts'
import { type Caller, createWorld, type World } from '../../tests/world.ts'
import { newId } from '../kit/id.ts'
import { sendDailySummaries, sweepNotices } from './jobs.ts'
import { typed } from '../kit/row-types.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({}, { atHour: 9 })
  await world.goLive()
})
afterAll(() => world.close())

const thread = () => `/api/client-folders/${world.folders.acme.id}/messages`
const task = { title: 'Send the handbook', description: 'The one from 2024.' }
const give = () => world.sam.post(`/api/client-folders/${world.folders.acme.id}/assignments`, task)
const unread = async (who: Caller) => (await who.get('/api/notices/figures')).body.unread as number
const newest = async (who: Caller) => (await who.get('/api/notices?limit=1')).body[0]
const lettersTo = async (to: string) => (await world.mail()).filter((letter) => letter.to === to).length

describe('a notice', () => {
  it('stands in the bell of the person concerned: who, what, where, and the way there', async () => {
    await world.ann.post(thread(), { content: 'canary: when do we start?' })
    const notice = await newest(world.sam)
    expect(notice).toMatchObject({
      kind: 'messages',
      subject: 'A message is waiting for you',
      actorName: 'Ann Keller',
      clientFolderId: world.folders.acme.id,
      folderName: world.folders.acme.name,
      path: `/client-folders/${world.folders.acme.id}?tab=messages`,
      isRead: false,
    })
    expect(JSON.stringify(notice)).not.toContain('canary')
    expect(await unread(world.sam)).toBe(1)
    await world.sam.post(thread(), { content: 'On Monday.' })
    expect((await newest(world.ann)).path).toBe(`/?folder=${world.folders.acme.id}&tab=messages`)
  })

  it('is one for a burst of messages, and another once it was read', async () => {
    const before = await unread(world.sam)
    for (const content of ['one', 'two', 'three']) await world.ann.post(thread(), { content })
    expect(await unread(world.sam)).toBe(before)
    await world.sam.put('/api/notices/reading', {})
    await world.ann.post(thread(), { content: 'four' })
    expect(await unread(world.sam)).toBe(1)
  })

  it('is nobody’s who did it themselves, nor a colleague’s, nor another client’s', async () => {
    await give()
    expect(await unread(world.ann)).toBeGreaterThan(0)
    for (const who of [world.eve, world.sue]) {
      expect((await who.get('/api/notices')).body).toEqual([])
      expect(await unread(who)).toBe(0)
    }
    expect((await world.visitor.get('/api/notices')).status).toBe(401)
  })

  it('is not written when the change is not', async () => {
    const before = (await world.sam.get('/api/notices')).body.length
    expect((await world.ann.post(thread(), { content: '' })).status).toBe(400)
    expect((await world.eve.post(thread(), { content: 'Hello' })).status).toBe(404)
    expect((await world.sam.get('/api/notices')).body).toHaveLength(before)
  })

  it('is read one by one, twice without harm, and nobody reads another’s', async () => {
    await give()
    const { id } = await newest(world.ann)
    const before = await unread(world.ann)
    for (const who of [world.eve, world.sam, world.alice])
      expect((await who.put(`/api/notices/${id}/reading`)).status).toBe(404)
    expect((await world.ann.put('/api/notices/no-id/reading')).status).toBe(404)
    expect(await unread(world.ann)).toBe(before)
    expect((await world.ann.put(`/api/notices/${id}/reading`)).body).toEqual({ unread: before - 1 })
    expect((await world.ann.put(`/api/notices/${id}/reading`)).body).toEqual({ unread: before - 1 })
    expect((await newest(world.ann)).isRead).toBe(true)
  })

  it('is read by folder and kind, or with all others', async () => {
    await give()
    await world.sam.post(thread(), { content: 'Look at the assignment' })
    const messages = { clientFolderId: world.folders.acme.id, kind: 'messages' }
    await world.ann.put('/api/notices/reading', messages)
    const left: { kind: string; isRead: boolean }[] = (await world.ann.get('/api/notices')).body
    expect(left.filter(({ kind, isRead }) => kind === 'messages' && !isRead)).toEqual([])
    expect(await unread(world.ann)).toBeGreaterThan(0)
    expect((await world.ann.put('/api/notices/reading', { kind: 'gossip' })).status).toBe(400)
    expect((await world.ann.put('/api/notices/reading', {})).body).toEqual({ unread: 0 })
  })

  it('reaches the open tab of its person at once, and no other', async () => {
    const tabs = await Promise.all(
      [world.ann, world.eve, world.alice].map(async (who) => openTab(await world.address(), who)),
    )
    // News comes in turn: whoever has heard of this folder has heard all that the stories before have left.
    const folder = {
      name: 'Last of all',
      services: 'HR',
      clientId: world.people.ann.id,
      assignedStaffId: world.people.sam.id,
    }
    const { id } = (await world.alice.post('/api/client-folders', folder)).body
    await expect.poll(() => tabs[0]?.heard.some((each) => each.id === id)).toBe(true)
    for (const { heard } of tabs) heard.length = 0
    const told = () => tabs.map(({ heard }) => heard.filter(({ type }) => type === 'notices').length)
    await give()
    await expect.poll(told).toEqual([1, 0, 0])
    await world.ann.put('/api/notices/reading', {})
    await expect.poll(told).toEqual([2, 0, 0])
    for (const tab of tabs) tab.close()
  })

  it('disappears with the right to see its folder', async () => {
    const folder = { name: 'Moving', services: 'HR', assignedStaffId: world.people.sam.id }
    const { id } = (await world.alice.post('/api/client-folders', folder)).body
    expect((await newest(world.sam)).clientFolderId).toBe(id)
    const before = await unread(world.sam)
    await world.alice.patch(`/api/client-folders/${id}`, { assignedStaffId: world.people.sue.id })
    expect((await newest(world.sam))?.clientFolderId).not.toBe(id)
    expect(await unread(world.sam)).toBe(before - 1)
  })

  it('holds no link that opens an account', async () => {
    await world.visitor.post('/api/password/forgot', { email: 'ann@example.com' })
    await expect
      .poll(async () => (await world.mail()).at(-1))
      .toMatchObject({ to: 'ann@example.com', subject: 'Choose a new password' })
    const rows = await world.db.rows(typed(z.object({ path: z.string() }))`select path from notices`)
    expect(rows.filter(({ path }) => path.includes('password-reset') || path.includes('invitation'))).toEqual([])
  })

  it('is gone after 90 days', async () => {
    const old = newId()
    await world.db.run(sql`
      insert into notices (user_id, id, kind, about, subject, path, created_at)
      values (${world.people.ann.id}, ${old}, 'messages', 'messages', 'Old', '/', ${world.db.now}::timestamptz - interval '91 days')`)
    const before = (await world.ann.get('/api/notices?limit=200')).body.length
    await sweepNotices(world.db)
    expect((await world.ann.get('/api/notices?limit=200')).body).toHaveLength(before - 1)
  })
})

describe('a new service request', () => {
  const administrators = () => [world.alice, world.mona]
  const came = async (who: Caller) =>
    ((await who.get('/api/notices?limit=200')).body as { path: string }[]).filter(
      ({ path }) => path === '/?requests=pending',
    ).length
  const submit = () => world.visitor.post('/api/service-requests', { ...wish, businessName: 'canary Ltd' })
  const letters = async () =>
    (await world.mail()).filter(({ subject }) => subject === 'A new service request is waiting').map(({ to }) => to)

  it('rings for every administrator and is a letter to each, and to nobody else', async () => {
    expect((await submit()).status).toBe(201)
    expect((await newest(world.alice)).path).toBe('/?requests=pending')
    expect(await Promise.all(administrators().map(came))).toEqual([1, 1])
    for (const who of [world.sam, world.sue, world.ann, world.ivan])
      expect((await who.get('/api/notices')).text).not.toContain('requests=pending')
    expect((await letters()).toSorted()).toEqual(['alice@example.com', 'mona@example.com'])
    const letter = (await world.mail()).find(({ subject }) => subject === 'A new service request is waiting')
    expect(letter?.text).toContain('within 24 hours')
    expect(`${letter?.text}${JSON.stringify(await newest(world.alice))}`).not.toContain('canary')
  })

  it('rings once for a burst that nobody has looked at, and again for whoever has', async () => {
    const before = await letters()
    await Promise.all([submit(), submit()])
    expect(await letters()).toEqual(before)
    await world.alice.put('/api/notices/reading', {})
    await submit()
    expect((await letters()).slice(before.length)).toEqual(['alice@example.com'])
    expect(await Promise.all(administrators().map(came))).toEqual([2, 1])
    world.pass({ minutes: 16 })
    await submit()
    expect((await letters()).slice(before.length + 1).toSorted()).toEqual(['alice@example.com', 'mona@example.com'])
  })

  it('is no letter to whoever chose so, and no news to the administrator who wrote it', async () => {
    await world.mona.put('/api/email-choices', { requests: 'never' })
    await world.mona.put('/api/notices/reading', {})
    await world.alice.put('/api/notices/reading', {})
    const [before, rung] = [await letters(), await came(world.mona)]
    await submit()
    expect((await letters()).slice(before.length)).toEqual(['alice@example.com'])
    expect(await came(world.mona)).toBe(rung + 1)
    await world.alice.put('/api/notices/reading', {})
    const own = await came(world.alice)
    expect((await world.alice.post('/api/service-requests', wish)).status).toBe(201)
    expect(await came(world.alice)).toBe(own)
  })

  it('that is refused rings nowhere', async () => {
    await world.alice.put('/api/notices/reading', {})
    const own = await came(world.alice)
    expect((await world.visitor.post('/api/service-requests', { ...wish, services: [] })).status).toBe(400)
    expect(await came(world.alice)).toBe(own)
  })
})

describe('the choice of letters', () => {
  const choose = (who: Caller, choices: object) => who.put('/api/email-choices', choices)

  it('is at once until somebody says otherwise, and stands in the trail', async () => {
    const { choices } = (await world.sam.get('/api/email-choices')).body
    expect(new Set(choices.map(({ delivery }: { delivery: string }) => delivery))).toEqual(new Set(['at-once']))
    const answer = await choose(world.sam, { assignments: 'never' })
    expect(answer.body.choices).toContainEqual({ kind: 'assignments', delivery: 'never', isFixed: false })
    expect((await world.trail()).at(-1)).toMatchObject({
      action: 'email-choices.changed',
      details: { assignments: 'never' },
    })
  })

  it('never: no letter, and the bell all the same', async () => {
    await choose(world.ann, { assignments: 'never' })
    const [letters, before] = [await lettersTo('ann@example.com'), await unread(world.ann)]
    await give()
    expect(await lettersTo('ann@example.com')).toBe(letters)
    expect(await unread(world.ann)).toBe(before + 1)
    await choose(world.ann, { assignments: 'at-once' })
    await give()
    expect(await lettersTo('ann@example.com')).toBe(letters + 1)
  })

  it.each([
    [{ signatures: 'never' }, 'Letters about what you sign always come at once.'],
    [{ signatures: 'daily' }, 'Letters about what you sign always come at once.'],
    [{ account: 'never' }, expect.stringContaining('account')],
    [{ messages: 'sometimes' }, 'Please choose one of the list.'],
  ])('of a client can’t be %j', async (choices, sentence) => {
    const answer = await choose(world.ann, choices)
    expect([answer.status, answer.body.message]).toEqual([400, sentence])
  })

  it('cannot be kept from another role: what a client is to sign comes at once', async () => {
    await world.db.run(
      sql`insert into email_choices (user_id, kind, delivery) values (${world.people.ann.id}, 'signatures', 'never')`,
    )
    const letters = await lettersTo('ann@example.com')
    const contract = {
      clientFolderId: world.folders.acme.id,
      clientName: 'Ann Keller',
      clientEmail: 'ann@example.com',
      services: ['HR operations'],
      totalValue: 100,
      startDate: '2027-01-01',
    }
    expect((await world.alice.post('/api/contracts', contract)).status).toBe(201)
    expect(await lettersTo('ann@example.com')).toBe(letters + 1)
    expect((await world.ann.get('/api/email-choices')).body.choices).toContainEqual({
      kind: 'signatures',
      delivery: 'at-once',
      isFixed: true,
    })
  })

  it('daily: one letter in the morning with the number and the way, nothing of what it is', async () => {
    await world.ann.put('/api/notices/reading', {})
    await choose(world.ann, { assignments: 'daily', messages: 'daily' })
    const letters = await lettersTo('ann@example.com')
    await give()
    await give()
    await world.sam.post(thread(), { content: 'canary' })
    expect(await lettersTo('ann@example.com')).toBe(letters)
    await Promise.all([sendDailySummaries(world.db), sendDailySummaries(world.db)])
    expect(await lettersTo('ann@example.com')).toBe(letters + 1)
    const letter = (await world.mail()).findLast(({ to }) => to === 'ann@example.com')
    expect(letter).toMatchObject({ subject: '3 things are waiting for you' })
    expect(letter?.text).not.toMatch(/canary|handbook|Acme/)
    expect(letter?.text).toContain('/notifications')
  })

  it('daily: nothing a second time that day, and nothing the next day when all was read', async () => {
    const letters = await lettersTo('ann@example.com')
    await give()
    await sendDailySummaries(world.db)
    expect(await lettersTo('ann@example.com')).toBe(letters)
    await world.ann.put('/api/notices/reading', {})
    world.pass({ days: 1 })
    const ann = await world.signIn(world.people.ann.id, 'client')
    await sendDailySummaries(world.db)
    expect(await lettersTo('ann@example.com')).toBe(letters)
    expect((await ann.get('/api/notices/figures')).body).toEqual({ unread: 0 })
  })
})
