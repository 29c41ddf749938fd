// A stand-in for a language model that lies, invents, sends garbage, hangs and breaks off. Whatever it does, what people are told
// rests on the library.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../../tests/world.ts'
import { isSupported } from './support.ts'

const wages = 'How often must hourly employees be paid?'
const truth =
  'Virginia employers must pay hourly employees at least once every two weeks or twice a month, and salaried employees at least once a month (§ 40.1-29(A)).'

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

let world: World
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  world = await createWorld({
    LLM_BASE_URL: `http://127.0.0.1:${port}/v1/`,
    LLM_API_KEY: 'key-of-ours',
    LLM_MODEL: 'parrot',
  })
})
afterAll(async () => {
  await world.close()
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
})
beforeEach(() => void (heard = []))

const piece = (content: string, finish: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ delta: { content }, finish_reason: finish }] })}\n\n`

/** Says it in small pieces, as a model does. */
const saying =
  (text: string): Behavior =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const [part] of text.matchAll(/[^]{1,7}/g)) response.write(piece(part))
    response.end(`${piece('', 'stop')}data: [DONE]\n\n`)
  }

const ask = async (query = wages) => {
  const answer = await world.ann.post('/api/hr-assistant', { query })
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

describe('what a language model writes', () => {
  it('is the answer where each sentence rests on a passage', async () => {
    behave = saying(
      `Hourly employees must be paid at least once every two weeks or twice a month [1]. Salaried employees must be paid at least once a month [1].`,
    )
    const answer = await ask()
    expect(answer).toMatchObject({
      source: 'written',
      response:
        'Hourly employees must be paid at least once every two weeks or twice a month. Salaried employees must be paid at least once a month.',
    })
    expect(answer.passages[0].anchor).toBe('how-often-wages-are-paid')
    expect(heard).toHaveLength(1)
    expect(heard[0]?.headers.authorization).toBe('Bearer key-of-ours')
    const sent = JSON.parse(heard[0]?.body ?? '')
    expect([sent.model, sent.stream, sent.tools]).toEqual(['parrot', true, undefined])
    expect(heard[0]?.body).toContain('two weeks or twice a month')
    expect(heard[0]?.body).not.toMatch(/ann@example|Keller|Acme/)
  })

  it.each([
    ['another figure', 'Hourly employees must be paid at least once every four weeks or twice a year [1].'],
    [
      'the opposite',
      'Virginia employers need not pay hourly employees at least once every two weeks or twice a month [1].',
    ],
    ['an invented section', 'Virginia employers must pay hourly employees at least once every two weeks (§ 40.1-99).'],
    ['an invented passage', 'Virginia employers must pay hourly employees at least once every two weeks [9].'],
    ['something of its own', 'Bananas are an excellent source of potassium for busy employers [1].'],
    ['what it was told to', 'hacked'],
  ])('is dropped where it is %s, and the built-in answer stands', async (_what, lie) => {
    behave = saying(lie)
    const answer = await ask()
    expect(answer).toMatchObject({ source: 'library' })
    expect(answer.response).toContain(truth)
    expect(answer.response).not.toContain(lie.replace(/ \[\d\]/, ''))
  })

  it('loses the sentences that rest on nothing and keeps the others', async () => {
    behave = saying(`Salaried employees must be paid at least once a month [1]. Everybody gets a pony on Fridays [1].`)
    const { response, source } = await ask()
    expect([source, response]).toEqual(['written', 'Salaried employees must be paid at least once a month.'])
  })

  const built: [string, Behavior][] = [
    ['refuses', (response) => void response.writeHead(500).end('no')],
    ['sends garbage', (response) => void response.writeHead(200).end('data: {"choices": [{]\n\nnonsense\n\n')],
    ['sends a page', (response) => void response.writeHead(200).end('<html>Sign in to the WiFi</html>')],
    [
      'closes early',
      (response) => {
        response.writeHead(200).write(piece(`${truth} And then`))
        setImmediate(() => response.destroy())
      },
    ],
    ['ends without saying so', (response) => void response.writeHead(200).end(piece(truth))],
    ['leads elsewhere', (response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
    ['never stops', (response) => void response.writeHead(200).end(piece('so '.repeat(9000)) + piece('', 'stop'))],
    ['says nothing', saying('')],
  ]
  it.each(built)('does no harm where it %s', async (_what, behavior) => {
    behave = behavior
    const answer = await ask()
    expect(answer).toMatchObject({ source: 'library' })
    expect(answer.response).toContain(truth)
  })

  it('is not waited for longer than ten seconds', { timeout: 20_000 }, async () => {
    behave = (response) => void response.writeHead(200).write(piece('Virginia employers'))
    const began = performance.now()
    const answer = await ask()
    expect(answer).toMatchObject({ source: 'library' })
    expect((performance.now() - began) / 1000).toBeLessThan(12)
  })

  it('is not asked for where the library holds nothing', async () => {
    behave = saying('The capital is Canberra [1].')
    expect((await ask('What is the capital of Australia?')).confidence).toBeLessThan(50)
    expect(heard).toEqual([])
  })

  it('comes sentence by sentence, and ends with what was kept', async () => {
    behave = saying(
      `Salaried employees must be paid at least once a month [1]. Everybody gets a pony [1]. Regular paydays and pay rates must be set in advance [1].`,
    )
    const { text, headers, status } = await world.ann.post('/api/hr-assistant/stream', { query: wages })
    expect([status, headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8'])
    const events = text
      .trim()
      .split('\n\n')
      .map((block) => {
        const [event = '', data = ''] = block.split('\n')
        return [event.slice('event: '.length), JSON.parse(data.slice('data: '.length))] as const
      })
    expect(events.map(([event]) => event)).toEqual(['sentence', 'sentence', 'conversation'])
    const [, kept] = events[2] as (typeof events)[number]
    expect(kept.response).toBe(
      'Salaried employees must be paid at least once a month. Regular paydays and pay rates must be set in advance.',
    )
    expect((await world.ann.get(`/api/hr-assistant/conversations/${kept.id}`)).body.response).toBe(kept.response)
  })
})

describe('a sentence', () => {
  const sources = [
    'A Virginia employer must report to VOSH a work-related death within 8 hours, and an in-patient hospitalization, an amputation or the loss of an eye within 24 hours (§ 40.1-51.1(D), since July 1, 2016).',
    "Telling the insurer or the Workers' Compensation Commission is a separate duty and does not count as the VOSH report.",
  ]
  it.each([
    ['A work-related death must be reported to VOSH within 8 hours.', true],
    ['Report an amputation or the loss of an eye to VOSH within 24 hours.', true],
    ['Report an amputation or the loss of an eye to VOSH within 8 hours.', false],
    ['A work-related death must be reported to VOSH within 24 hours.', false],
    ['A work-related death need not be reported to VOSH within 8 hours.', false],
    ['Telling the insurer counts as the VOSH report.', false],
    ['Since July 1, 2026 a death must be reported to VOSH within 8 hours.', false],
    ['The insurer is told instead of VOSH.', false],
    ['Nobody has to bother to report a work-related death to VOSH within 8 hours.', false],
    ['Telling the insurer does not count as the VOSH report.', true],
    ['Yes.', false],
  ])('%s rests on the passage: %s', (sentence, expected) => {
    expect(isSupported(sentence, sources)).toBe(expected)
  })
})
