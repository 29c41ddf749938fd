// The questions that the assistant sends to the team, and the team's verified answers.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noAnswerSentence } from '../../domain/hr-assistant.ts'
import { openTab } from '../../tests/event-stream.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const base = '/api/hr-assistant'
const ask = async (caller: Caller, query: string) => (await caller.post(base, { query })).body
const wages = 'How often must hourly employees be paid?'
const unanswerable = 'What is the capital of Australia?'

describe('a question sent to the team', () => {
  const thread = () => `/api/client-folders/${testApp.folders.acme.id}/messages`

  it('is in the folder’s thread with its passages, once, and notifies the staff', async () => {
    const { id, passages } = await ask(testApp.ann, wages)
    const sent = await testApp.ann.post(`${base}/conversations/${id}/handover`, { content: 'We pay on Fridays.' })
    expect(sent.status, sent.text).toBe(201)
    expect(sent.body).toMatchObject({ isFromClient: true, clientFolderId: testApp.folders.acme.id })
    for (const part of [
      wages,
      'We pay on Fridays.',
      passages[0].quote,
      '/hr-policies/wage-hour#how-often-wages-are-paid',
    ])
      expect(sent.body.content).toContain(part)
    const messages = (await testApp.sam.get(`${thread()}?order=newest&limit=1`)).body
    expect(messages[0].id).toBe(sent.body.id)
    expect((await testApp.mail()).at(-1)).toMatchObject({
      to: 'sam@example.com',
      subject: 'ProHR portal: a client sent you a message',
    })
    const { allowed, escalatedFolderId } = (await testApp.ann.get(`${base}/conversations/${id}`)).body
    expect([allowed, escalatedFolderId]).toEqual([['rate', 'export'], testApp.folders.acme.id])
    const again = await testApp.ann.post(`${base}/conversations/${id}/handover`)
    expect([again.status, again.body.code]).toEqual([409, 'conflict'])
  })

  it('is sent only to the folder that the client chooses', async () => {
    const given = {
      name: 'Acme, second',
      services: 'x',
      assignedStaffId: testApp.people.sam.id,
      clientId: testApp.people.ann.id,
    }
    const second = (await testApp.alice.post('/api/client-folders', given)).body.id
    const { id } = await ask(testApp.ann, unanswerable)
    const pass = (body: object) => testApp.ann.post(`${base}/conversations/${id}/handover`, body)
    expect((await pass({ clientFolderId: testApp.folders.elmwood.id })).status).toBe(400)
    const sent = await pass({ clientFolderId: second })
    expect([sent.status, sent.body.clientFolderId]).toEqual([201, second])
    expect(sent.body.content).toContain(noAnswerSentence)
    await testApp.alice.patch(`/api/client-folders/${second}`, { status: 'archived' })
  })

  it('is not offered to the team', async () => {
    const { id, allowed } = await ask(testApp.sam, unanswerable)
    expect(allowed).toEqual(['rate', 'export'])
    expect((await testApp.sam.post(`${base}/conversations/${id}/handover`)).status).toBe(403)
  })

  it('fits into a message at its maximum length', async () => {
    const { id } = await ask(testApp.ann, `${'overtime pay after forty hours '.repeat(32)}?`)
    const sent = await testApp.ann.post(`${base}/conversations/${id}/handover`)
    expect([sent.status, sent.body.content.length <= 10_000]).toEqual([201, true])
  })
})

describe('the team’s queue', () => {
  const queued = async (caller: Caller, q = '') => (await caller.get(`${base}/queue?limit=200&q=${q}`)).body

  it('is heard to change by those alone whom the question reaches', async () => {
    await testApp.goLive()
    const [sam, sue, ann, eve] = await Promise.all(
      (['sam', 'sue', 'ann', 'eve'] as const).map(async (who) => openTab(await testApp.address(), testApp[who])),
    )
    const { id } = await ask(testApp.ann, unanswerable)
    const { id: later } = await ask(testApp.eve, unanswerable)
    for (const tab of [sam, ann]) await expect.poll(() => tab?.text()).toContain(id)
    // The later event proves that the earlier one would have arrived by now.
    for (const tab of [sue, eve]) await expect.poll(() => tab?.text()).toContain(later)
    for (const tab of [sue, eve]) expect(tab?.text()).not.toContain(id)
    for (const tab of [sam, ann]) expect(tab?.text()).not.toContain(later)
    for (const tab of [sam, sue, ann, eve]) tab?.close()
  })

  it('holds what found no answer and what did not help, for those whose client asked', async () => {
    const { id } = await ask(testApp.ann, 'Which moon is made of cheese, zebrawood?')
    const rated = await ask(testApp.ann, wages)
    await testApp.ann.patch(`${base}/conversations/${rated.id}`, { wasHelpful: false })
    for (const who of ['sam', 'alice', 'mona'] as const) {
      const seen = await queued(testApp[who])
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
    expect(JSON.stringify(await queued(testApp.sue))).not.toMatch(new RegExp(`${id}|${rated.id}|zebrawood`))
    expect(await queued(testApp.sam, 'zebrawood')).toHaveLength(1)
  })

  it('is closed to clients and visitors', async () => {
    expect((await testApp.ann.get(`${base}/queue`)).status).toBe(403)
    expect((await testApp.visitor.get(`${base}/queue`)).status).toBe(401)
    expect((await testApp.ann.get(`${base}/verified-answers`)).status).toBe(403)
    expect((await testApp.ann.get(`${base}/passages?q=pay`)).status).toBe(403)
  })

  it('loses a question that is taken off; a new bad rating brings it back', async () => {
    const { id } = await ask(testApp.ann, wages)
    const rate = (wasHelpful: boolean | null) => testApp.ann.patch(`${base}/conversations/${id}`, { wasHelpful })
    await rate(false)
    expect((await testApp.sue.delete(`${base}/queue/${id}`)).status).toBe(404)
    expect((await testApp.sam.delete(`${base}/queue/${id}`)).status).toBe(200)
    expect((await testApp.sam.delete(`${base}/queue/${id}`)).status).toBe(404)
    expect((await testApp.ann.get(`${base}/conversations/${id}`)).status).toBe(200)
    await rate(null)
    await rate(false)
    expect((await testApp.sam.delete(`${base}/queue/${id}`)).status).toBe(200)
  })
})

describe('a verified answer', () => {
  const passage = async () => {
    const [{ policyId, anchor }] = (await testApp.sam.get(`${base}/passages?q=vacation+pto`)).body
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

  it('is given to everyone who asks alike, from then on and on every instance, until it is withdrawn', async () => {
    const twin = await testApp.twin()
    const eveThere = twin.caller(testApp.eve.cookie)
    const question = await ask(testApp.ann, asked)
    expect(question.source).toBe('library')
    const rated = await testApp.ann.patch(`${base}/conversations/${question.id}`, { wasHelpful: false })
    expect(rated.status).toBe(200)
    const verified = await write(testApp.sam, { conversationId: question.id })
    expect(verified.status, verified.text).toBe(201)
    expect(JSON.stringify((await testApp.sam.get(`${base}/queue`)).body)).not.toContain(question.id)
    for (const caller of [testApp.ann, testApp.eve, eveThere, testApp.sue]) {
      const answer = await ask(caller, asked)
      expect(answer).toMatchObject({
        response: 'No. It is open on every working day between the holidays.',
        source: 'checked',
        checkedBy: testApp.config.provider.name,
      })
      expect(answer.confidence).toBeGreaterThanOrEqual(80)
      expect(answer.passages).toHaveLength(1)
    }
    expect((await ask(testApp.eve, wages)).source).toBe('library')
    expect((await testApp.sue.delete(`${base}/verified-answers/${verified.body.id}`)).status).toBe(403)
    expect((await testApp.alice.delete(`${base}/verified-answers/${verified.body.id}`)).status).toBe(200)
    for (const caller of [testApp.eve, eveThere]) expect((await ask(caller, asked)).source).toBe('library')
    expect((await testApp.alice.delete(`${base}/verified-answers/${verified.body.id}`)).status).toBe(404)
  })

  it('holds nothing of the client who asked', async () => {
    const { id } = await ask(testApp.ann, 'Which planet is ours?')
    for (const [path, text] of [
      ['question', 'What about Keller and the holidays?'],
      ['answer', 'Acme closes at noon.'],
    ] as const) {
      const words = path === 'answer' ? { answer: `${testApp.folders.acme.name} closes at noon.` } : { question: text }
      const refused = await write(testApp.sam, { conversationId: id, ...words })
      expect([refused.status, refused.body.issues[0].path]).toEqual([400, path])
    }
  })

  it('is refused to a client, without a passage, with one of no policy, and about a question that is not theirs', async () => {
    expect((await write(testApp.ann)).status).toBe(403)
    expect((await write(testApp.sam, { passages: [] })).body.message).toBe(
      'Choose at least one passage that the answer is based on.',
    )
    const { policyId } = await passage()
    const nowhere = await write(testApp.sam, { passages: [{ policyId, anchor: 'nowhere' }] })
    expect([nowhere.status, nowhere.body.issues[0].path]).toEqual([400, 'passages.0.anchor'])
    expect((await write(testApp.sam, { answer: 'word '.repeat(121) })).body.message).toBe('Use at most 120 words.')
    const { id } = await ask(testApp.ann, 'How far is the moon?')
    const stranger = await write(testApp.sue, { conversationId: id })
    expect([stranger.status, stranger.body.issues[0].path]).toEqual([400, 'conversationId'])
  })
})
