// What the assistant passes on to the team, and the answers that the team makes of it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notHeld } from '../../domain/hr-assistant.ts'
import { openTab } from '../../tests/tab.ts'
import { type Caller, createWorld, type World } from '../../tests/world.ts'

let world: World
beforeAll(async () => void (world = await createWorld()))
afterAll(() => world.close())

const base = '/api/hr-assistant'
const ask = async (caller: Caller, query: string) => (await caller.post(base, { query })).body
const wages = 'How often must hourly employees be paid?'
const unanswerable = 'What is the capital of Australia?'

describe('a question that is passed on', () => {
  const thread = () => `/api/client-folders/${world.folders.acme.id}/messages`

  it('stands in the folder’s thread with its passages, once, and tells the staff', async () => {
    const { id, passages } = await ask(world.ann, wages)
    const sent = await world.ann.post(`${base}/conversations/${id}/handover`, { content: 'We pay on Fridays.' })
    expect(sent.status, sent.text).toBe(201)
    expect(sent.body).toMatchObject({ isFromClient: true, clientFolderId: world.folders.acme.id })
    for (const part of [
      wages,
      'We pay on Fridays.',
      passages[0].quote,
      '/hr-policies/wage-hour#how-often-wages-are-paid',
    ])
      expect(sent.body.content).toContain(part)
    const messages = (await world.sam.get(`${thread()}?order=newest&limit=1`)).body
    expect(messages[0].id).toBe(sent.body.id)
    expect((await world.mail()).at(-1)).toMatchObject({
      to: 'sam@example.com',
      subject: 'A message is waiting for you',
    })
    const { allowed, handedOverFolderId } = (await world.ann.get(`${base}/conversations/${id}`)).body
    expect([allowed, handedOverFolderId]).toEqual([['rate'], world.folders.acme.id])
    const again = await world.ann.post(`${base}/conversations/${id}/handover`)
    expect([again.status, again.body.code]).toEqual([409, 'conflict'])
  })

  it('goes to the folder that the client chooses, and to no other', async () => {
    const given = {
      name: 'Acme, second',
      services: 'x',
      assignedStaffId: world.people.sam.id,
      clientId: world.people.ann.id,
    }
    const second = (await world.alice.post('/api/client-folders', given)).body.id
    const { id } = await ask(world.ann, unanswerable)
    const pass = (body: object) => world.ann.post(`${base}/conversations/${id}/handover`, body)
    expect((await pass({ clientFolderId: world.folders.elmwood.id })).status).toBe(400)
    const sent = await pass({ clientFolderId: second })
    expect([sent.status, sent.body.clientFolderId]).toEqual([201, second])
    expect(sent.body.content).toContain(notHeld)
    await world.alice.patch(`/api/client-folders/${second}`, { status: 'archived' })
  })

  it('is not offered to the team', async () => {
    const { id, allowed } = await ask(world.sam, unanswerable)
    expect(allowed).toEqual(['rate'])
    expect((await world.sam.post(`${base}/conversations/${id}/handover`)).status).toBe(403)
  })

  it('of the greatest length still fits into a message', async () => {
    const { id } = await ask(world.ann, `${'overtime pay after forty hours '.repeat(32)}?`)
    const sent = await world.ann.post(`${base}/conversations/${id}/handover`)
    expect([sent.status, sent.body.content.length <= 10_000]).toEqual([201, true])
  })
})

describe('the team’s queue', () => {
  const queued = async (caller: Caller, q = '') => (await caller.get(`${base}/queue?limit=200&q=${q}`)).body

  it('is heard to change by those alone whom the question reaches', async () => {
    await world.goLive()
    const [sam, sue, ann, eve] = await Promise.all(
      (['sam', 'sue', 'ann', 'eve'] as const).map(async (who) => openTab(await world.address(), world[who])),
    )
    const { id } = await ask(world.ann, unanswerable)
    const { id: later } = await ask(world.eve, unanswerable)
    for (const tab of [sam, ann]) await expect.poll(() => tab?.text()).toContain(id)
    // The later one proves that the earlier one would have come by now.
    for (const tab of [sue, eve]) await expect.poll(() => tab?.text()).toContain(later)
    for (const tab of [sue, eve]) expect(tab?.text()).not.toContain(id)
    for (const tab of [sam, ann]) expect(tab?.text()).not.toContain(later)
    for (const tab of [sam, sue, ann, eve]) tab?.close()
  })

  it('holds what found no answer and what did not help, for those whose client asked', async () => {
    const { id } = await ask(world.ann, 'Which moon is made of cheese, zebrawood?')
    const rated = await ask(world.ann, wages)
    await world.ann.patch(`${base}/conversations/${rated.id}`, { wasHelpful: false })
    for (const who of ['sam', 'alice', 'mona'] as const) {
      const seen = await queued(world[who])
      expect(
        seen.find((each: { id: string }) => each.id === id),
        who,
      ).toMatchObject({
        reason: 'unanswered',
        askedBy: 'Ann Keller',
      })
      expect(
        seen.find((each: { id: string }) => each.id === rated.id),
        who,
      ).toMatchObject({ reason: 'not-helpful' })
    }
    expect(JSON.stringify(await queued(world.sue))).not.toMatch(new RegExp(`${id}|${rated.id}|zebrawood`))
    expect(await queued(world.sam, 'zebrawood')).toHaveLength(1)
  })

  it('is closed to clients and visitors', async () => {
    expect((await world.ann.get(`${base}/queue`)).status).toBe(403)
    expect((await world.visitor.get(`${base}/queue`)).status).toBe(401)
    expect((await world.ann.get(`${base}/verified-answers`)).status).toBe(403)
    expect((await world.ann.get(`${base}/passages?q=pay`)).status).toBe(403)
  })

  it('loses a question that is taken off; a new bad rating brings it back', async () => {
    const { id } = await ask(world.ann, wages)
    const rate = (wasHelpful: boolean | null) => world.ann.patch(`${base}/conversations/${id}`, { wasHelpful })
    await rate(false)
    expect((await world.sue.delete(`${base}/queue/${id}`)).status).toBe(404)
    expect((await world.sam.delete(`${base}/queue/${id}`)).status).toBe(200)
    expect((await world.sam.delete(`${base}/queue/${id}`)).status).toBe(404)
    expect((await world.ann.get(`${base}/conversations/${id}`)).status).toBe(200)
    await rate(null)
    await rate(false)
    expect((await world.sam.delete(`${base}/queue/${id}`)).status).toBe(200)
  })
})

describe('a verified answer', () => {
  const passage = async () => {
    const [{ policyId, anchor }] = (await world.sam.get(`${base}/passages?q=vacation+pto`)).body
    return { policyId, anchor }
  }
  const write = async (caller: Caller, more: object = {}) =>
    caller.post(`${base}/verified-answers`, {
      question: 'Does our office close between the holidays?',
      answer: 'No. It is open on every working day between the holidays.',
      passages: [await passage()],
      ...more,
    })
  const asked = 'Is your office closed between the holidays?'

  it('is given to everybody who asks alike, from then on and on every instance, until it is withdrawn', async () => {
    const twin = await world.twin()
    const eveThere = twin.caller(world.eve.cookie)
    const question = await ask(world.ann, asked)
    expect(question.source).toBe('library')
    const rated = await world.ann.patch(`${base}/conversations/${question.id}`, { wasHelpful: false })
    expect(rated.status).toBe(200)
    const verified = await write(world.sam, { conversationId: question.id })
    expect(verified.status, verified.text).toBe(201)
    expect(JSON.stringify((await world.sam.get(`${base}/queue`)).body)).not.toContain(question.id)
    for (const caller of [world.ann, world.eve, eveThere, world.sue]) {
      const answer = await ask(caller, asked)
      expect(answer).toMatchObject({
        response: 'No. It is open on every working day between the holidays.',
        source: 'checked',
        checkedBy: world.config.provider.name,
      })
      expect(answer.confidence).toBeGreaterThanOrEqual(80)
      expect(answer.passages).toHaveLength(1)
    }
    expect((await ask(world.eve, wages)).source).toBe('library')
    expect((await world.sue.delete(`${base}/verified-answers/${verified.body.id}`)).status).toBe(403)
    expect((await world.alice.delete(`${base}/verified-answers/${verified.body.id}`)).status).toBe(200)
    for (const caller of [world.eve, eveThere]) expect((await ask(caller, asked)).source).toBe('library')
    expect((await world.alice.delete(`${base}/verified-answers/${verified.body.id}`)).status).toBe(404)
  })

  it('holds nothing of the client who asked', async () => {
    const { id } = await ask(world.ann, 'Which planet is ours?')
    for (const [path, text] of [
      ['question', 'What about Keller and the holidays?'],
      ['answer', 'Acme closes at noon.'],
    ] as const) {
      const words = path === 'answer' ? { answer: `${world.folders.acme.name} closes at noon.` } : { question: text }
      const refused = await write(world.sam, { conversationId: id, ...words })
      expect([refused.status, refused.body.issues[0].path]).toEqual([400, path])
    }
  })

  it('is refused to a client, without a passage, with one of no policy, and about a question that is not theirs', async () => {
    expect((await write(world.ann)).status).toBe(403)
    expect((await write(world.sam, { passages: [] })).body.message).toBe(
      'Please choose at least one passage that the answer rests on.',
    )
    const { policyId } = await passage()
    const nowhere = await write(world.sam, { passages: [{ policyId, anchor: 'nowhere' }] })
    expect([nowhere.status, nowhere.body.issues[0].path]).toEqual([400, 'passages.0.anchor'])
    expect((await write(world.sam, { answer: 'word '.repeat(121) })).body.message).toBe(
      'Please answer in at most 120 words.',
    )
    const { id } = await ask(world.ann, 'How far is the moon?')
    const stranger = await write(world.sue, { conversationId: id })
    expect([stranger.status, stranger.body.issues[0].path]).toEqual([400, 'conversationId'])
  })
})
