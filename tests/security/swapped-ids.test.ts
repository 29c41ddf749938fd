// The id of someone else's item gets exactly the same reply as an unknown id, and nothing changes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../api/kit/endpoint.ts'
import { newId } from '../../server/kit/id.ts'
import { type Answer, createTestApp, type TestApp } from '../test-app.ts'
import { addDocument } from '../uploads.ts'
import { aimAll, answerFor, digestOf, nameOf, rest, send, type Target } from './request-targets.ts'

let testApp: TestApp
/** Items of Elmwood, which are invisible to Acme's people. */
let foreign: Record<string, string>

beforeAll(async () => {
  testApp = await createTestApp({ DEMO: 'on' })
  const folder = testApp.folders.elmwood.id
  const to = { clientFolderId: folder }
  const services = [{ customName: 'Hours', estimatedHours: 2, hourlyRate: 100 }]
  const offer = { ...to, services, title: 'Offer', description: 'All of it', validUntil: '2099-12-31' }
  const who = { clientName: 'Eve', clientEmail: 'eve@example.com' }
  const contract = { ...to, ...who, services: ['All of it'], totalValue: 1, startDate: '2026-12-01' }
  const lineItems = [{ description: 'Hours', quantity: 1, rate: 100 }]
  const made = {
    assignment: await testApp.sue.post(`/api/client-folders/${folder}/assignments`, { title: 'A', description: 'B' }),
    document: await addDocument(testApp.sue, folder),
    message: await testApp.eve.post(`/api/client-folders/${folder}/messages`, { content: 'A word' }),
    proposal: await testApp.alice.post('/api/proposals', offer),
    contract: await testApp.alice.post('/api/contracts', contract),
    invoice: await testApp.alice.post('/api/invoices', { ...to, lineItems, description: 'A', dueDate: '2099-12-31' }),
  }
  foreign = { folder, client: testApp.people.eve.id }
  for (const [kind, { body }] of Object.entries(made)) {
    expect(body.id, kind).toEqual(expect.any(String))
    foreign[kind] = body.id
  }
})
afterAll(() => testApp.close())

/** The visible part of a reply, without the request's id and the time. */
const seen = ({ status, text, headers }: Answer, ids: string[]) => {
  const { 'x-request-id': _, date: __, ...rest } = headers
  const blank = (value: string) => ids.reduce((all, id) => all.replaceAll(id, '<id>'), value)
  return { status, text: blank(text), headers: JSON.parse(blank(JSON.stringify(rest))) as object }
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/

/** Creating targets is slow: documents are rendered and sealed. */
const timeoutMs = 180_000

describe('B2: someone else’s id in an address', { timeout: timeoutMs }, () => {
  let targets: Target[]
  beforeAll(
    async () => void (targets = await aimAll(testApp, ({ path }) => path.includes('/:id'), 'holder')),
    timeoutMs,
  )

  it.each([
    ['another client', 'stranger', 'eve'],
    ['a colleague', 'colleague', 'sue'],
  ] as const)('%s is not found', async (_who, role, name) => {
    const closed = targets.filter((each) => answerFor(each.name, role) === 404 && uuid.test(each.url))
    expect(closed.length).toBeGreaterThan(40)
    const before = await digestOf(testApp)
    for (const target of closed) {
      const other = newId()
      const id = uuid.exec(target.url)?.[0] as string
      const there = await send(testApp[name], target, target.body)
      const nothing = await send(testApp[name], { ...target, url: target.url.replace(id, other) }, target.body)
      expect(there.status, target.name).toBe(404)
      expect(seen(there, [id, other]), target.name).toEqual(seen(nothing, [id, other]))
    }
    expect(await digestOf(testApp)).toEqual(before)
  })
})

/** The value with one of its ids replaced, at any depth. */
function withId(body: unknown, path: string[], id: string): unknown {
  const [key, ...rest] = path
  if (key === undefined) return id
  if (Array.isArray(body)) return body.map((each, index) => (String(index) === key ? withId(each, rest, id) : each))
  return { ...(body as object), [key]: withId((body as Record<string, unknown> | undefined)?.[key], rest, id) }
}

/** Where a body has ids, and where its schema would accept one. */
function placesOf({ endpoint, body }: Target): string[][] {
  const shape = endpoint.body !== null && 'shape' in endpoint.body ? Object.keys(endpoint.body.shape as object) : []
  const named = shape.filter((key) => key.endsWith('Id')).map((key) => [key])
  const inside = (value: unknown, path: string[]): string[][] => {
    if (typeof value === 'string') return uuid.test(value) ? [path] : []
    if (value === null || typeof value !== 'object') return []
    return Object.entries(value).flatMap(([key, each]) => inside(each, [...path, key]))
  }
  const all = [...named, ...inside(body, [])]
  return all.filter((path, index) => all.findIndex((other) => other.join('.') === path.join('.')) === index)
}

/**
 * Intended differences: staff name any client for their folder, the accepting user is set from the session, nothing is
 * marked as read.
 */
const isMeant = (name: string, kind: string) =>
  (kind === 'client' && ['POST /api/client-folders', 'PATCH /api/client-folders/:id'].includes(name)) ||
  ['PATCH /api/service-requests/:id/status', 'PUT /api/notifications/reading'].includes(name)

const takesIds = ({ method, body }: Endpoint) => method !== 'GET' && body !== null

describe('B2: someone else’s id in a body', { timeout: timeoutMs }, () => {
  it.each([
    ['a client', 'owner', 'ann'],
    ['staff', 'holder', 'sam'],
  ] as const)('%s treats it like an unknown id', async (_who, role, name) => {
    const targets = await aimAll(
      testApp,
      (each) => takesIds(each) && [200, 201].includes(answerFor(nameOf(each), role)),
      role,
    )
    const faults: string[] = []
    let asked = 0
    for (const target of targets)
      for (const place of placesOf(target))
        for (const [kind, id] of Object.entries(foreign)) {
          if (isMeant(target.name, kind)) continue
          const other = newId()
          await rest(testApp)
          const there = await send(testApp[name], target, withId(target.body, place, id))
          const nothing = await send(testApp[name], target, withId(target.body, place, other))
          const what = `${target.name}: ${place.join('.')} is a foreign ${kind}: ${there.text.slice(0, 200)}`
          if (there.status < 400) faults.push(what)
          else expect(seen(there, [id, other]), what).toEqual(seen(nothing, [id, other]))
          asked++
        }
    expect(faults).toEqual([])
    expect(asked).toBeGreaterThan(10)
  })
})
