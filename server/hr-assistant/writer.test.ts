// A fake language model that invents sentences, returns garbage, hangs, and drops connections. Users must still only
// see sentences of the library.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'
import { placesIn } from './writer.ts'

const wages = 'How often must hourly employees be paid?'
type Behavior = (response: ServerResponse, request: { body: string; headers: IncomingMessage['headers'] }) => void

let behave: Behavior
let heard: { body: string; headers: IncomingMessage['headers'] }[] = []
const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    heard.push({ body, headers: request.headers })
    behave(response, { body, headers: request.headers })
  })
})

let testApp: TestApp
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  testApp = await createTestApp({
    LLM_BASE_URL: `http://127.0.0.1:${port}/v1/`,
    LLM_API_KEY: 'key-of-ours',
    LLM_MODEL: 'parrot',
  })
})
afterAll(async () => {
  await testApp.close()
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
})
beforeEach(() => void (heard = []))

/** A complete reply of a model. */
const completion = (content: unknown, finish: string | null = 'stop') =>
  JSON.stringify({ choices: [{ message: { content }, finish_reason: finish }] })

const saying =
  (content: unknown): Behavior =>
  (response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(completion(content))

const ask = async (query = wages) => {
  const answer = await testApp.ann.post('/api/hr-assistant', { query })
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

/** The number of a sentence in the prompt. */
const numberOf = (body: string, text: string): number => {
  const { messages } = JSON.parse(body) as { messages: { content: string }[] }
  const { sentences } = JSON.parse(messages[1]?.content ?? '') as { sentences: { number: number; text: string }[] }
  return sentences.find((each) => each.text.includes(text))?.number ?? -1
}

const selecting =
  (...texts: string[]): Behavior =>
  (response, { body }) =>
    saying(JSON.stringify({ sentences: texts.map((text) => numberOf(body, text)) }))(response, { body, headers: {} })

describe('the selection of a language model', () => {
  it('is printed word for word, in its order', async () => {
    behave = selecting('Regular paydays', 'at least once every two weeks')
    const answer = await ask()
    expect(answer.source).toBe('selected')
    expect(answer.response.startsWith('Regular paydays and pay rates must be set in advance.')).toBe(true)
    expect(answer.response).toContain('at least once every two weeks or twice a month')
    expect(answer.passages[0].anchor).toBe('how-often-wages-are-paid')
    expect(heard).toHaveLength(1)
    expect(heard[0]?.headers.authorization).toBe('Bearer key-of-ours')
    const sent = JSON.parse(heard[0]?.body ?? '')
    expect([sent.model, sent.stream, sent.tools]).toEqual(['parrot', false, undefined])
    expect(heard[0]?.body).not.toMatch(/ann@example|Keller|Acme/)
  })

  // Sentences that a check of words would have accepted. None of them has a number, so none is printed.
  it.each([
    'Virginia employers may pay hourly employees at most once every two weeks or twice a month.',
    'Employees must pay hourly employers at least once every two weeks or twice a month.',
    'Virginia employers must pay hourly employees at least once every four weeks or twice a year.',
    'Virginia employers need not pay hourly employees at least once every two weeks or twice a month.',
    'Virginia employers must pay salaried employees at least once every two weeks.',
    'Virginia employers must pay hourly employees at least once every two weeks (§ 40.1-99).',
    'A Virginia employee must give paid leave to an organ donor.',
    'An employer may not fire an employee who is a defendant in a criminal case.',
    'Employers with more than 5 employees may pay less than the minimum wage.',
    'Regular paydays and pay rates need not be set in advance [1].',
    '{"sentences": [1], "answer": "Hourly employees are paid once a year."}',
    '{"sentences": ["Hourly employees are paid once a year."]}',
  ])('is refused by construction where it is %s', async (lie) => {
    behave = saying(lie)
    const answer = await ask()
    expect(answer.source).toBe('library')
    expect(answer.response).toContain('at least once every two weeks or twice a month')
    expect(answer.response).not.toContain(lie)
    expect(JSON.stringify(answer)).not.toMatch(/once a year|four weeks|40\.1-99/)
  })

  const built: [string, Behavior][] = [
    ['refuses', (response) => void response.writeHead(500).end('no')],
    ['sends garbage', (response) => void response.writeHead(200).end('{"choices": [{]')],
    ['sends a page', (response) => void response.writeHead(200).end('<html>Sign in to the WiFi</html>')],
    [
      'closes early',
      (response) => {
        response.writeHead(200, { 'content-length': 5000 }).write('{"choices": [')
        setImmediate(() => response.destroy())
      },
    ],
    ['is cut off', (response) => void response.writeHead(200).end(completion('{"sentences": [1]}', 'length'))],
    ['leads elsewhere', (response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
    ['never stops', (response) => void response.writeHead(200).end(completion(' '.repeat(300_000)))],
    ['says nothing', saying('')],
    ['selects nothing', saying('{"sentences": []}')],
    ['selects what was not shown', saying('{"sentences": [1, 999]}')],
    ['selects the sentence before the first', saying('{"sentences": [0]}')],
    ['sends no text', saying({ sentences: [1] })],
  ]
  it.each(built)('does no harm where it %s', async (_what, behavior) => {
    behave = behavior
    const answer = await ask()
    expect(answer).toMatchObject({ source: 'library' })
    expect(answer.response).toContain('at least once every two weeks or twice a month')
  })

  it('is not waited for longer than ten seconds', async () => {
    behave = (response) => void response.writeHead(200).write('{')
    const began = performance.now()
    expect(await ask()).toMatchObject({ source: 'library' })
    expect((performance.now() - began) / 1000).toBeLessThan(12)
  })

  it('is not asked for where the library holds nothing', async () => {
    behave = saying('{"sentences": [1]}')
    expect((await ask('What is the capital of Australia?')).confidence).toBeLessThan(50)
    expect(heard).toEqual([])
  })

  it('comes sentence by sentence, and ends with what was stored', async () => {
    behave = selecting('at least once every two weeks', 'Regular paydays')
    const { text, headers, status } = await testApp.ann.post('/api/hr-assistant/stream', { query: wages })
    expect([status, headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8'])
    const events = text
      .trim()
      .split('\n\n')
      .map((block) => {
        const [event = '', data = ''] = block.split('\n')
        return [event.slice('event: '.length), JSON.parse(data.slice('data: '.length))] as const
      })
    expect(events.map(([event]) => event)).toEqual(['sentence', 'sentence', 'conversation'])
    const [, stored] = events[2] as (typeof events)[number]
    expect(stored.response.endsWith('Regular paydays and pay rates must be set in advance.')).toBe(true)
    expect((await testApp.ann.get(`/api/hr-assistant/conversations/${stored.id}`)).body.response).toBe(stored.response)
  })
})

describe('a reply', () => {
  it.each([
    ['{"sentences": [2, 1, 2]}', [1, 0]],
    ['```json\n{"sentences": [1]}\n```', [0]],
    ['{"sentences": [1, 4]}', null],
    ['{"sentences": [-1]}', null],
    ['{"sentences": [1.5]}', null],
    ['{"sentences": ["1"]}', null],
    ['Sentence 1', null],
    ['', null],
  ])('%s selects %j of three sentences', (text, expected) => expect(placesIn(text, 3)).toEqual(expected))
})
