// Random requests generated from the OpenAPI description. None is a fault, and each reply is a documented one with the
// documented shape (the app itself validates successes against their schemas in every test).
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type Caller, type TestApp } from '../test-app.ts'
import { addDocument } from '../uploads.ts'
import { requestInput } from '../architecture/rights.ts'
import { rest } from './request-targets.ts'
import { count } from './measured.ts'

const seed = Number(process.env.FUZZ_SEED ?? 20_260_731)
const requests = count(1000, 200_000)

interface Shape {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Shape[]
  oneOf?: Shape[]
  allOf?: Shape[]
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  items?: Shape
  properties?: Record<string, Shape>
  required?: string[]
}

interface Operation {
  parameters: { name: string; in: string; schema: Shape }[]
  requestBody?: { content: Record<string, { schema?: Shape }> }
  responses: Record<string, unknown>
}

let testApp: TestApp
let ids: string[]
let described: { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, Shape> } }

beforeAll(async () => {
  testApp = await createTestApp()
  described = (await testApp.alice.get('/api/openapi.json')).body
  const acme = testApp.folders.acme.id
  const to = { clientFolderId: acme }
  const lineItems = [{ description: 'Hours', quantity: 1, rate: 100 }]
  const who = { clientName: 'Ann', clientEmail: 'ann@example.com' }
  const made = [
    await testApp.visitor.post('/api/service-requests', requestInput),
    await testApp.sam.post(`/api/client-folders/${acme}/assignments`, { title: 'A', description: 'B' }),
    await addDocument(testApp.sam, acme),
    await testApp.alice.post('/api/contracts', {
      ...to,
      ...who,
      services: ['A'],
      totalValue: 1,
      startDate: '2026-12-01',
    }),
    await testApp.alice.post('/api/invoices', { ...to, lineItems, description: 'A', dueDate: '2099-12-31' }),
  ]
  ids = [acme, testApp.folders.elmwood.id, testApp.people.ivan.id, ...made.map(({ body }) => body.id as string)]
}, 120_000)
afterAll(() => testApp.close())

const anything = () => fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>
const id = () => fc.oneof(fc.constantFrom(...ids), fc.uuid(), fc.string())

/** Values of a schema, and occasionally invalid ones. */
function valuesOf(shape: Shape, depth = 0): fc.Arbitrary<unknown> {
  if (depth > 6) return fc.constant(null)
  return fc.oneof({ arbitrary: rightValues(shape, depth), weight: 12 }, { arbitrary: anything(), weight: 1 })
}

function rightValues(shape: Shape, depth: number): fc.Arbitrary<unknown> {
  if (shape.$ref !== undefined)
    return valuesOf(described.components.schemas[shape.$ref.split('/').at(-1) as string] ?? {}, depth + 1)
  if (shape.const !== undefined) return fc.constant(shape.const)
  if (shape.enum !== undefined) return fc.constantFrom(...shape.enum)
  const choices = shape.anyOf ?? shape.oneOf
  if (choices !== undefined) return fc.oneof(...choices.map((each) => valuesOf(each, depth + 1)))
  const types = [shape.type ?? []].flat()
  if (types.length === 0) return anything()
  return fc.oneof(...types.map((type) => ofType(type, shape, depth)))
}

function ofType(type: string, shape: Shape, depth: number): fc.Arbitrary<unknown> {
  const { minLength = 0, maxLength = 200, minimum = -10, maximum = 1_000_000, minItems = 0, maxItems = 4 } = shape
  if (type === 'object') {
    const { properties = {}, required = [] } = shape
    const model = Object.fromEntries(Object.entries(properties).map(([key, each]) => [key, valuesOf(each, depth + 1)]))
    return fc.record(model, { requiredKeys: required.filter((key) => Object.hasOwn(model, key)) })
  }
  if (type === 'array') {
    const maxCount = Math.max(minItems, Math.min(maxItems, 4))
    return fc.array(valuesOf(shape.items ?? {}, depth + 1), { minLength: minItems, maxLength: maxCount })
  }
  if (type === 'integer') return fc.integer({ min: Math.ceil(minimum), max: Math.floor(Math.max(minimum, maximum)) })
  if (type === 'number') return fc.double({ min: minimum, max: Math.max(minimum, maximum), noNaN: true })
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  if (shape.format === 'uuid') return id()
  if (shape.format === 'date')
    return fc.constantFrom('2026-12-01', '2024-02-29', '2023-02-29', '9999-12-31', '0000-00-00')
  if (shape.format === 'email') return fc.constantFrom('new@example.com', 'ann@example.com', 'a@b', 'x'.repeat(300))
  const capped = Math.max(minLength, Math.min(maxLength, 60))
  return fc.string({ minLength, maxLength: capped, unit: 'binary' })
}

interface Request {
  method: string
  path: string
  operation: Operation
}

/** Excludes streams, which do not end, and calls that end the session. */
const left = /^get \/api\/(events|logout)$|^post \/api\/(logout|login|password\/reset)$/

const operations = (): Request[] =>
  Object.entries(described.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => !left.test(`${method} ${path}`))
      .map(([method, operation]) => ({ method, path, operation })),
  )

const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

function callOf({ method, path, operation }: Request) {
  const of = (where: string) => operation.parameters.filter((each) => each.in === where)
  const record = (where: string) =>
    fc.record(Object.fromEntries(of(where).map(({ name, schema }) => [name, valuesOf(schema)])), {
      requiredKeys: where === 'path' ? of(where).map(({ name }) => name) : [],
    })
  const schema = operation.requestBody?.content['application/json']?.schema
  return fc
    .record({
      places: record('path'),
      query: record('query'),
      body: schema === undefined ? fc.constant(undefined) : valuesOf(schema),
      who: fc.constantFrom('alice', 'mona', 'sam', 'ann', 'eve', 'visitor' as const),
    })
    .map(({ places, query, body, who }) => {
      const at = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encode(text((places as never)[name])) || '-')
      const asked = Object.entries(query).map(([key, value]) => `${key}=${encode(text(value))}`)
      return { method: method.toUpperCase(), url: asked.length === 0 ? at : `${at}?${asked.join('&')}`, body, who }
    })
}

const encode = (value: string) => encodeURIComponent(value.toWellFormed())

const isProblem = (body: unknown) => {
  const { message, code, issues } = body as Record<string, unknown>
  return typeof message === 'string' && typeof code === 'string' && Array.isArray(issues)
}

it(`E5: ${requests} random requests cause no fault (seed ${seed})`, { timeout: 60_000 + requests * 40 }, async () => {
  const all = operations()
  expect(all.length).toBeGreaterThan(120)
  const each = Math.ceil(requests / all.length)
  const statuses = new Map<number, number>()
  const faults: string[] = []
  let sent = 0
  for (const one of all) {
    for (const { method, url, body, who } of fc.sample(callOf(one), { seed: seed + sent, numRuns: each })) {
      if (sent++ % 20 === 0) await rest(testApp)
      const caller: Caller = testApp[who]
      const payload = body === undefined ? {} : { payload: JSON.stringify(body) }
      const headers = body === undefined ? {} : { 'content-type': 'application/json' }
      const answer = await caller.send({ method: method as 'POST', url, headers, ...payload })
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      const what = `${who} ${method} ${url.slice(0, 300)} ${(payload.payload ?? '').slice(0, 500)}: ${answer.status} ${answer.text.slice(0, 300)}`
      if (answer.status >= 500 && answer.status !== 501 && answer.status !== 503) faults.push(what)
      else if (answer.status >= 400 && !isProblem(answer.body)) faults.push(`no problem: ${what}`)
    }
  }
  expect(faults).toEqual([])
  expect(sent).toBeGreaterThanOrEqual(requests)
  expect((statuses.get(200) ?? 0) + (statuses.get(201) ?? 0), 'some go through').toBeGreaterThan(requests / 20)
})
