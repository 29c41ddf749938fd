// An id of what is somebody else's is answered, to the byte, as an id of nothing; and nothing changes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../api/kit/endpoint.ts'
import { newId } from '../../server/kit/id.ts'
import { type Answer, createWorld, type World } from '../world.ts'
import { addDocument } from '../uploads.ts'
import { aimAll, answerFor, digestOf, nameOf, rest, send, type Target } from './aim.ts'

let world: World
/** Things of Elmwood, which Acme's people know nothing of. */
let foreign: Record<string, string>

beforeAll(async () => {
  world = await createWorld({ DEMO: 'on' })
  const folder = world.folders.elmwood.id
  const to = { clientFolderId: folder }
  const services = [{ customName: 'Hours', estimatedHours: 2, hourlyRate: 100 }]
  const offer = { ...to, services, title: 'Offer', description: 'All of it', validUntil: '2099-12-31' }
  const who = { clientName: 'Eve', clientEmail: 'eve@example.com' }
  const contract = { ...to, ...who, services: ['All of it'], totalValue: 1, startDate: '2026-12-01' }
  const lineItems = [{ description: 'Hours', quantity: 1, rate: 100 }]
  const made = {
    assignment: await world.sue.post(`/api/client-folders/${folder}/assignments`, { title: 'A', description: 'B' }),
    document: await addDocument(world.sue, folder),
    message: await world.eve.post(`/api/client-folders/${folder}/messages`, { content: 'A word' }),
    proposal: await world.alice.post('/api/proposals', offer),
    contract: await world.alice.post('/api/contracts', contract),
    invoice: await world.alice.post('/api/invoices', { ...to, lineItems, description: 'A', dueDate: '2099-12-31' }),
  }
  foreign = { folder, client: world.people.eve.id }
  for (const [kind, { body }] of Object.entries(made)) {
    expect(body.id, kind).toEqual(expect.any(String))
    foreign[kind] = body.id
  }
})
afterAll(() => world.close())

/** What a caller sees of an answer; the request's own number and the clock are no part of it. */
const seen = ({ status, text, headers }: Answer, ids: string[]) => {
  const { 'x-request-id': _, date: __, ...rest } = headers
  const blank = (value: string) => ids.reduce((all, id) => all.replaceAll(id, '<id>'), value)
  return { status, text: blank(text), headers: JSON.parse(blank(JSON.stringify(rest))) as object }
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/

/** Making things to aim at takes its time: papers are printed and sealed. */
const patience = 180_000

describe('B2: in an address', { timeout: patience }, () => {
  let targets: Target[]
  beforeAll(async () => void (targets = await aimAll(world, ({ path }) => path.includes('/:id'), 'holder')), patience)

  it.each([
    ['another client', 'stranger', 'eve'],
    ['a colleague', 'colleague', 'sue'],
  ] as const)('%s finds nothing where something is', async (_who, seat, name) => {
    const closed = targets.filter((each) => answerFor(each.name, seat) === 404 && uuid.test(each.url))
    expect(closed.length).toBeGreaterThan(40)
    const before = await digestOf(world)
    for (const target of closed) {
      const other = newId()
      const id = uuid.exec(target.url)?.[0] as string
      const there = await send(world[name], target, target.body)
      const nothing = await send(world[name], { ...target, url: target.url.replace(id, other) }, target.body)
      expect(there.status, target.name).toBe(404)
      expect(seen(there, [id, other]), target.name).toEqual(seen(nothing, [id, other]))
    }
    expect(await digestOf(world)).toEqual(before)
  })
})

/** With one of its ids, wherever in it, made another. */
function withId(body: unknown, path: string[], id: string): unknown {
  const [key, ...rest] = path
  if (key === undefined) return id
  if (Array.isArray(body)) return body.map((each, index) => (String(index) === key ? withId(each, rest, id) : each))
  return { ...(body as object), [key]: withId((body as Record<string, unknown> | undefined)?.[key], rest, id) }
}

/** Where ids stand in what is sent, and where the schema would take one. */
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

/** What is meant: staff name any client as a folder's own, whoever accepts is taken down themselves, nothing is marked as read. */
const isMeant = (name: string, kind: string) =>
  (kind === 'client' && ['POST /api/client-folders', 'PATCH /api/client-folders/:id'].includes(name)) ||
  ['PATCH /api/service-requests/:id/status', 'PUT /api/notices/reading'].includes(name)

const takesIds = ({ method, body }: Endpoint) => method !== 'GET' && body !== null

describe('B2: in a body', { timeout: patience }, () => {
  it.each([
    ['a client', 'owner', 'ann'],
    ['staff', 'holder', 'sam'],
  ] as const)('%s names a thing of others as if it were nothing', async (_who, seat, name) => {
    const targets = await aimAll(
      world,
      (each) => takesIds(each) && [200, 201].includes(answerFor(nameOf(each), seat)),
      seat,
    )
    const faults: string[] = []
    let asked = 0
    for (const target of targets)
      for (const place of placesOf(target))
        for (const [kind, id] of Object.entries(foreign)) {
          if (isMeant(target.name, kind)) continue
          const other = newId()
          await rest(world)
          const there = await send(world[name], target, withId(target.body, place, id))
          const nothing = await send(world[name], target, withId(target.body, place, other))
          const what = `${target.name}: ${place.join('.')} is a foreign ${kind}: ${there.text.slice(0, 200)}`
          if (there.status < 400) faults.push(what)
          else expect(seen(there, [id, other]), what).toEqual(seen(nothing, [id, other]))
          asked++
        }
    expect(faults).toEqual([])
    expect(asked).toBeGreaterThan(10)
  })
})
