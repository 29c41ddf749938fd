import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { CrisisKind } from '../../domain/hr-assistant.ts'
import { type CrisisExample, examplesIn, readExamples } from '../../tests/assistant/crisis-examples.ts'
import { readQuestions } from '../../tests/assistant/questions.ts'
import { cpuTimeOf } from '../../tests/cpu-time.ts'
import { openTab } from '../../tests/event-stream.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'
import { typed } from '../kit/row-types.ts'
import { crisisText, findCrisis } from './crisis.ts'

const folder = join(import.meta.dirname, '../../tests/assistant')
const withFound = (of: readonly CrisisExample[]) => of.map((each) => ({ ...each, found: findCrisis(each.text) }))
const learned = withFound(readExamples())
/** Nothing was learned from these. */
const unseen = withFound(
  ['seventh', 'tenth'].flatMap((set) => examplesIn(join(folder, `crisis-messages-${set}.yaml`), set)),
)
const crisesOf = (of: typeof learned) => of.filter(({ kind }) => kind !== null)
const harmlessOf = (of: typeof learned) => of.filter(({ kind }) => kind === null)
const shareOf = (of: typeof learned, is: (each: (typeof learned)[number]) => boolean) =>
  of.filter(is).length / of.length
const isFound = ({ found }: (typeof learned)[number]) => found !== null

describe('a crisis', () => {
  it('is recognized in the messages that were learned from', () => {
    expect(crisesOf(learned).length).toBeGreaterThan(1900)
    expect(shareOf(crisesOf(learned), isFound)).toBeGreaterThan(0.99)
    expect(shareOf(crisesOf(learned), ({ kind, found }) => found?.kind === kind)).toBeGreaterThan(0.98)
  })

  it('is not seen in the ordinary questions that share its words', () => {
    expect(harmlessOf(learned).length).toBeGreaterThan(2000)
    expect(shareOf(harmlessOf(learned), isFound)).toBeLessThan(0.02)
  })

  it('is recognized in messages of others, as the kind that tells whom to call', () => {
    expect(shareOf(crisesOf(unseen), isFound)).toBeGreaterThanOrEqual(0.91)
    expect(shareOf(crisesOf(unseen), ({ kind, found }) => found?.kind === kind)).toBeGreaterThanOrEqual(0.85)
  })

  it('is not seen in ordinary questions of others that share its words', () => {
    expect(shareOf(harmlessOf(unseen), isFound)).toBeLessThanOrEqual(0.02)
  })

  it('is not seen in more than 3 percent of the questions that the assistant is measured with, where some are about one', () => {
    const questions = readQuestions()
    const found = questions.filter(({ question }) => findCrisis(question) !== null)
    expect(found.length / questions.length, JSON.stringify(found)).toBeLessThan(0.03)
  })

  it('is recognized in words that no example has', () => {
    for (const message of [
      'The welder is lying in the yard and his lips are going blue',
      'He keeps his rifle in the truck and says he is coming in for the foreman today',
      'my sister is in the tub and there is blood on the razor and she wont answer me',
      'the laundry room is full of smoke and the dryer is glowing',
      'What is the PTO policy, and does it carry over? I am going to kill myself tonight.',
      'One of our drivers wrote on Facebook: goodbye everyone, I cannot take this pain',
    ])
      expect(findCrisis(message), message).not.toBeNull()
  })

  it('is recognized as self-harm in Spanish', () => {
    for (const message of ['Me voy a tirar de un puente', 'Mi compañera dice que se va a aventar del puente'])
      expect(findCrisis(message)).toMatchObject({ kind: 'self-harm', language: 'es' })
    expect(findCrisis('¿Cuántos años hay que guardar los archivos antes de tirar los viejos?')).toBeNull()
  })

  it('is found within 50 milliseconds in 10,000 characters, however they are chosen', () => {
    const hostile = [
      'he told me to stop. ',
      'bruzlqx ',
      'x',
      '\u0301',
      '\n',
      Array.from({ length: 1700 }, (_, i) => `${i.toString(36).padStart(5, 'q')} `).join(''),
    ].map((text) => text.repeat(Math.ceil(10_000 / text.length)).slice(0, 10_000))
    for (const message of hostile) {
      findCrisis(message)
      expect(cpuTimeOf(() => findCrisis(message), 5) / 5, message.slice(0, 20)).toBeLessThan(50)
    }
  })

  it.each([
    ['Quiero matarme', 'es'],
    ['I want to kill myself', 'en'],
    ['Hay un incendio en la cocina', 'es'],
    ['There is a fire in the kitchen', 'en'],
  ])('is answered in its language: %s', (text, language) => {
    expect(findCrisis(text)?.language).toBe(language)
  })

  it('names 988 for self-harm, 911 for all others, and the hotline for a child', () => {
    for (const language of ['en', 'es'] as const)
      for (const kind of CrisisKind.options) {
        const text = crisisText({ kind, language })
        expect(text).toContain('911')
        expect(text.includes('988'), text).toBe(kind === 'self-harm' || kind === 'threat')
        expect(text.includes('1-800-552-7096'), text).toBe(kind === 'child')
      }
  })
})

describe('the assistant in a crisis', () => {
  let testApp: TestApp
  beforeAll(async () => void (testApp = await createTestApp()))
  afterAll(() => testApp.close())

  const base = '/api/hr-assistant'
  const ask = async (caller: Caller, query: string) => (await caller.post(base, { query })).body
  const crisis = 'I want to kill myself'

  it('answers with the crisis text alone: no passage, no policy, no confidence of an answer', async () => {
    const answer = await ask(testApp.ann, crisis)
    expect(answer).toMatchObject({
      kind: 'crisis',
      crisis: 'self-harm',
      language: 'en',
      response: crisisText({ kind: 'self-harm', language: 'en' }),
      passages: [],
      relevantPolicyIds: [],
      personFirst: null,
      allowed: ['hand-over'],
    })
    expect(answer.confidence).toBeLessThan(50)
  })

  it('says first whom to call, and answers, where a question of the library may be about a crisis', async () => {
    const question = 'told the principal about the bruises. am I done then'
    expect(findCrisis(question)).toEqual({ kind: 'child', language: 'en', isCertain: false })
    const answer = await ask(testApp.ann, question)
    const first = crisisText({ kind: 'child', language: 'en' })
    expect(answer).toMatchObject({ kind: 'answer', crisis: null, personFirst: first })
    expect(answer.response).toMatch(new RegExp(`^${first.slice(0, 30)}`))
    expect(answer.passages.map(({ slug }: { slug: string }) => slug)).toContain('k12-mandated-reporting')
  })

  it('says only whom to call where the library has no answer', async () => {
    const question = 'Honestly, do you think tenure is good or bad for kids?'
    expect(findCrisis(question)).toMatchObject({ isCertain: false })
    expect(await ask(testApp.ann, question)).toMatchObject({ kind: 'crisis', passages: [] })
  })

  it('answers a Spanish message in Spanish', async () => {
    expect(await ask(testApp.ann, 'Mi compañera dice que se quiere suicidar')).toMatchObject({
      kind: 'crisis',
      language: 'es',
      response: crisisText({ kind: 'self-harm', language: 'es' }),
    })
  })

  it('answers a crisis although the team has checked an answer for those words', async () => {
    const [passage] = (await testApp.sam.get(`${base}/passages?q=leave`)).body
    const written = await testApp.sam.post(`${base}/verified-answers`, {
      question: crisis,
      answer: 'See the leave policy.',
      passages: [{ policyId: passage.policyId, anchor: passage.anchor }],
    })
    expect(written.status, written.text).toBe(201)
    expect((await ask(testApp.ann, crisis)).kind).toBe('crisis')
  })

  it('puts nothing into the team’s queue, and updates no one else’s page', async () => {
    await testApp.goLive()
    const sam = await openTab(await testApp.address(), testApp.sam)
    const { id } = await ask(testApp.ann, crisis)
    const { id: later } = await ask(testApp.ann, 'What is the capital of Australia?')
    await expect.poll(() => sam.text()).toContain(later)
    expect(sam.text()).not.toContain(id)
    sam.close()
    for (const who of ['sam', 'alice', 'mona'] as const) {
      const queue = (await testApp[who].get(`${base}/queue?limit=200`)).body
      expect(
        queue.map((each: { id: string }) => each.id),
        who,
      ).not.toContain(id)
      expect((await testApp[who].delete(`${base}/queue/${id}`)).status, who).toBe(404)
    }
  })

  it('refuses to rate the answer, so that it never reaches the queue', async () => {
    const { id } = await ask(testApp.ann, crisis)
    expect((await testApp.ann.patch(`${base}/conversations/${id}`, { wasHelpful: false })).status).toBe(409)
  })

  it('lets the client write to the consultant, without a word on what the library holds', async () => {
    const { id } = await ask(testApp.ann, crisis)
    const sent = await testApp.ann.post(`${base}/conversations/${id}/handover`, { content: 'Please call me.' })
    expect(sent.status, sent.text).toBe(201)
    expect(sent.body.content).toContain('Please call me.')
    expect(sent.body.content).not.toContain('library')
  })

  it('is stored so that the database doesn’t tell it from a question that was answered', async () => {
    const stored = async (query: string) => {
      const { id } = await ask(testApp.ann, query)
      const [row] = await testApp.db.rows(
        typed(
          z.looseObject({ content_encrypted: z.instanceof(Buffer) }),
        )`select *, null as id, null as created_at from bot_conversations where id = ${id}`,
      )
      const [event] = await testApp.db.rows(
        sql`select *, null as id, null as at, null as entity_id from live_events where entity_id = ${id}`,
      )
      const entry = (await testApp.auditLog()).find(({ entityId }) => entityId === id)
      return { row: { ...row, content_encrypted: row?.content_encrypted.length }, event, details: entry?.details }
    }
    expect(await stored(crisis)).toEqual(await stored('How often must hourly employees be paid?'))
  })
})
