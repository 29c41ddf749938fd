// Hostile input to every endpoint: never a fault (500). A refusal has the standard shape and consists of sentences; a
// success returns the exact text. Each call is made as in the rights table, by an administrator, and then corrupted key
// by key.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { endpoints } from '../../api/index.ts'
import type { Endpoint } from '../../api/kit/endpoint.ts'
import { type Answer, type Caller, createTestApp, type TestApp } from '../test-app.ts'
import { rights } from './rights.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ DEMO: 'on' })
})
afterAll(() => testApp.close())

const json = { 'content-type': 'application/json' }
const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

/** Escaped as in the body. */
const spoiled: Record<string, string> = {
  NUL: String.raw`"a\u0000b"`,
  'a lone surrogate': String.raw`"a\ud800b"`,
  '10,001 characters': JSON.stringify('x'.repeat(10_001)),
  'right-to-left, emoji and zero-width': JSON.stringify('\u202eabc \u{1f469}\u200d\u{1f4bc} e\u0301 \u200b'),
  'markup and quotes': JSON.stringify(`<script>alert("x")</script> ' or 1=1 -- $1 %s {{config}}`),
  'an empty text': '""',
  'a number': '7',
  'a huge number': '1e400',
  'a number past exactness': '9007199254740993',
  'a negative fraction': '-0.5',
  null: 'null',
  true: 'true',
  'an array': '[]',
  'an array of null': '[null]',
  'an object': '{}',
  'an object with __proto__': '{"__proto__":{"role":"admin"}}',
  'nesting of 20': deep(20),
  'nesting of 10,000': deep(10_000),
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const taking = endpoints.filter(({ body }) => body !== null)

interface Aimed {
  url: string
  body: Record<string, unknown>
}

async function aimed(endpoint: Endpoint): Promise<Aimed> {
  await testApp.db.run(sql`delete from rate_limits`)
  await testApp.db.run(sql`update uploads set created_at = created_at - interval '2 days'`)
  const { url = endpoint.path, body = {} } = (await rights[nameOf(endpoint)]?.aim?.(testApp, 'admin')) ?? {}
  return { url, body: body as Record<string, unknown> }
}

/** A role that may see this kind of item. Some calls end the caller's session when they succeed. */
const callerFor = (endpoint: Endpoint): Caller => {
  if (rights[nameOf(endpoint)]?.endsSession) return testApp.visitor
  return Array.isArray(endpoint.who) && !endpoint.who.includes('admin') ? testApp.ann : testApp.alice
}

function expectOrdinary(answer: Answer, what: string) {
  const seen = `${what}: ${answer.status} ${answer.text.slice(0, 300)}`
  if (answer.status === 501) return expect(answer.body, seen).toMatchObject({ code: 'not-offered' })
  expect(answer.status, seen).toBeLessThan(500)
  if (answer.status < 400) return
  expect(answer.body, seen).toEqual({
    message: expect.stringMatching(/^\p{L}[^]*[.!?]?$/u),
    code: expect.stringMatching(/^[a-z-]+$/),
    issues: expect.any(Array),
  })
  for (const issue of answer.body.issues) {
    expect(issue, seen).toEqual({ path: expect.any(String), message: expect.any(String) })
    expect(issue.message, seen).not.toMatch(/^(Invalid|Too |Expected|Unrecognized)|expected|received/)
  }
  if (answer.status === 400 && answer.body.issues.length > 0)
    expect(answer.body.message, seen).toBe(answer.body.issues[0].message)
}

/** Calls whose reply is another record with a text of the same name. */
const otherTexts = ['POST /api/credit-notes/:id/void: reason']

/** An accepted text is returned unchanged; spaces alone may count as empty. */
function expectSameText(answer: Answer, name: string, key: string, sent: unknown, what: string) {
  if (otherTexts.includes(`${name}: ${key}`)) return
  if (answer.status >= 400 || typeof sent !== 'string' || sent.trim() === '') return
  const given: unknown = answer.body?.[key]
  if (typeof given === 'string') expect(given, what).toBe(sent)
}

describe.each(taking.map((endpoint) => [nameOf(endpoint), endpoint] as const))('E3: %s', (name, endpoint) => {
  const { body: schema } = endpoint
  const shape = schema instanceof z.ZodDiscriminatedUnion ? schema.options[0] : schema
  const keys = shape instanceof z.ZodObject ? Object.keys(shape.shape) : []
  const send = async (url: string, payload: string, headers: Record<string, string> = json) =>
    callerFor(endpoint).send({ method: endpoint.method as 'POST', url, headers, payload })

  it('causes no fault with hostile values in any of its keys', async () => {
    let { url, body } = await aimed(endpoint)
    expect(keys.length).toBeGreaterThan(0)
    for (const key of keys)
      for (const [what, text] of Object.entries(spoiled)) {
        const { [key]: _, ...rest } = body
        const payload = `{${JSON.stringify(key)}:${text}${JSON.stringify(rest)
          .replace(/^\{(?!\})/, ',')
          .replace(/^\{\}$/, '}')}`
        const answer = await send(url, payload)
        expectOrdinary(answer, `${key} is ${what}`)
        if (answer.status >= 400) continue
        expectSameText(answer, name, key, JSON.parse(text), `${key} is ${what}`)
        ;({ url, body } = await aimed(endpoint))
      }
  })

  it('E4: causes no fault with a hostile body', async () => {
    const { url, body } = await aimed(endpoint)
    const good = JSON.stringify(body)
    const first = keys[0] as string
    const refused: [string, string, Record<string, string>?][] = [
      ['an unknown key', JSON.stringify({ ...body, createdById: testApp.people.mona.id })],
      ['__proto__', `${good.slice(0, -1)}${good === '{}' ? '' : ','}"__proto__":{"role":"master-admin"}}`],
      ['__proto__, spelled otherwise', String.raw`{"\u005f_proto__":{}}`],
      ['a doubled key', `{${JSON.stringify(first)}:"a",${JSON.stringify(first)}:"a"}`],
      ['a doubled key, spelled otherwise', String.raw`{"a":1,"\u0061":2}`],
      ['300 KB', JSON.stringify({ ...body, [first]: 'x'.repeat(300_000) })],
      ['200,000 brackets', deep(100_000)],
      ['an array', '[]'],
      ['a text', '"text"'],
      ['a number', '7'],
      ['no JSON', '{"a":'],
      ['a form', 'a=1', { 'content-type': 'application/x-www-form-urlencoded' }],
      ['plain text', good, { 'content-type': 'text/plain' }],
      ['no type', good, { 'content-type': '' }],
      ['another charset', good, { 'content-type': 'application/jsonp' }],
    ]
    for (const [what, payload, headers] of refused) {
      // Uppy adds fields of its own when it starts a multipart upload.
      if (what === 'an unknown key' && endpoint.path === '/api/companion/s3/multipart') continue
      const answer = await send(url, payload, headers)
      expectOrdinary(answer, what)
      expect([400, 413, 415], `${what}: ${answer.status} ${answer.text.slice(0, 200)}`).toContain(answer.status)
    }
    expectOrdinary(await send(url, ''), 'nothing')
    expectOrdinary(await send(url, 'null'), 'null')
    expectOrdinary(await callerFor(endpoint).send({ method: endpoint.method as 'POST', url }), 'no body at all')
  })
})

describe('E3: a hostile query', () => {
  const values: Record<string, string> = {
    NUL: 'a%00b',
    'bytes that are no text': '%ED%A0%80%FF',
    'a broken escape': '%E0%A4%A',
    '10,001 characters': 'x'.repeat(10_001),
    nothing: '',
    markup: encodeURIComponent(`' or 1=1 -- %_\\ <b>`),
    'a huge number': '1e400',
    'a negative number': '-1',
    'a fraction': '1.5',
  }
  const reading = endpoints.filter(({ method, path }) => method === 'GET' && path !== '/api/events')

  it.each(reading.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    'causes no fault in %s',
    async (_name, endpoint) => {
      const { url } = await aimed(endpoint)
      const bare = url.split('?')[0] as string
      for (const key of [...Object.keys(endpoint.query.shape), 'unknown', '__proto__', 'a[b]'])
        for (const [what, value] of Object.entries({ ...values, 'said twice': `a&${key}=b` })) {
          const answer = await callerFor(endpoint).get(`${bare}?${key}=${value}`)
          expectOrdinary(answer, `${key} is ${what}`)
          // Uppy and OpenID Connect providers add fields of their own.
          const isOpen = ['/api/companion/s3/params', '/api/login/provider/callback'].includes(endpoint.path)
          if (key === 'unknown' && !isOpen) expect([400, 501], `${what} ${answer.text}`).toContain(answer.status)
        }
    },
  )

  const numbers = endpoints.flatMap((endpoint) =>
    Object.entries(endpoint.query.shape as Record<string, z.ZodType>).flatMap(([key, schema]) =>
      typeof schema.safeParse('7').data === 'number' ? [[`${nameOf(endpoint)}?${key}`, schema] as const] : [],
    ),
  )

  it.each(numbers)('has digits alone as a number in %s', (_name, schema) => {
    for (const odd of ['0x10', '1e1', ' 5', '+5', '5.0', '', 'true', 'Infinity'])
      expect(schema.safeParse(odd).success, odd).toBe(false)
  })

  it('matches special characters literally', async () => {
    expect((await testApp.alice.get('/api/users?q=Al%25ce')).body).toEqual([])
    expect((await testApp.alice.get('/api/users?q=Alice')).body).toHaveLength(1)
  })
})

describe('E3: a hostile address', () => {
  it.each(['%00', '%', '%zz', 'x'.repeat(600), '..%2f..%2fetc', `${'0'.repeat(36)}`, '1%27%20or%201=1'])(
    'is refused with %s in place of a parameter',
    async (value) => {
      for (const { method, path } of endpoints.filter(({ path: each }) => each.includes('/:'))) {
        const answer = await testApp.alice.send({
          method: method as 'GET',
          url: path.replaceAll(/:[A-Za-z]+/g, (name) => (name === ':number' ? '1' : value)),
          ...(method === 'GET' || method === 'DELETE' ? {} : { headers: json, payload: '{}' }),
        })
        expectOrdinary(answer, `${method} ${path}`)
        expect(answer.status, `${method} ${path} ${answer.text}`).toBeGreaterThanOrEqual(400)
      }
    },
  )
})
