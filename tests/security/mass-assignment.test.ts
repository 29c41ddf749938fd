// No write takes a field that is not its caller's to set, wherever the field comes from.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { endpoints } from '../../api/index.ts'
import { toJsonSchema } from '../../server/kit/json-schema.ts'
import { createWorld, type World } from '../world.ts'
import { aimAll, callerOf, digestOf, isWrite, rest, send, takesFile, type Target } from './aim.ts'

let world: World
/** Making things to aim at takes its time: papers are printed and sealed. */
const patience = 240_000

beforeAll(async () => void (world = await createWorld({ DEMO: 'on' })))
afterAll(() => world.close())

/** Worth a call of its own each, with a value that would do harm. */
const dangerous: Record<string, unknown> = {
  role: 'master-admin',
  isActive: true,
  createdById: '01890000-0000-7000-8000-000000000001',
  createdBy: 'mona',
  clientId: '01890000-0000-7000-8000-000000000001',
  senderId: '01890000-0000-7000-8000-000000000001',
  isFromClient: false,
  isSigned: true,
  signedAt: '2020-01-01T00:00:00.000Z',
  paidAt: '2020-01-01T00:00:00.000Z',
  status: 'paid',
  number: 'INV-20200101-01',
  total: 1,
  amountPaid: 1,
  version: 1,
  createdAt: '2020-01-01T00:00:00.000Z',
  passwordHash: 'x',
  constructor: { prototype: { role: 'admin' } },
}

/** Every field that any answer has. */
const everyField = [
  ...new Set(endpoints.flatMap(({ reply }) => (reply === null ? [] : keysIn(toJsonSchema(reply, 'output'))))),
]

function keysIn(shape: unknown): string[] {
  if (shape === null || typeof shape !== 'object') return []
  const own = 'properties' in shape ? Object.keys(shape.properties as object) : []
  return [...own, ...Object.values(shape).flatMap(keysIn)]
}

const taken = ({ endpoint, body }: Target) => [
  ...(endpoint.body === null ? [] : keysIn(toJsonSchema(endpoint.body, 'input'))),
  ...Object.keys(body ?? {}),
]

/** Uppy adds fields of its own when it begins a file in parts; a form's answers are its own names. */
const open = ['POST /api/companion/s3/multipart']

it(
  'B6: each field that a write does not take is named and refused, and nothing changes',
  { timeout: patience },
  async () => {
    expect(everyField.length).toBeGreaterThan(100)
    const targets = (await aimAll(world, (each) => isWrite(each) && !takesFile(each))).filter(
      ({ name }) => !open.includes(name),
    )
    expect(targets.length).toBeGreaterThan(60)
    const before = await digestOf(world)
    const faults: string[] = []
    let calls = 0
    for (const target of targets) {
      await rest(world)
      const caller = callerOf(world, target)
      const own = taken(target)
      const extra = everyField.filter((field) => !own.includes(field))
      const all = { ...target.body, ...Object.fromEntries(extra.map((field) => [field, null])) }
      await rest(world)
      const answer = await send(caller, target, all)
      const named = JSON.stringify(answer.body?.issues?.map(({ message }: { message: string }) => message) ?? [])
      const passed = extra.filter((field) => !named.includes(`"${field}\\"`))
      if (answer.status !== 400 || passed.length > 0)
        faults.push(
          `${target.name}: ${answer.status} ${answer.text.slice(0, 200)} without ${passed.slice(0, 5).join(', ')}`,
        )
      for (const [field, value] of Object.entries(dangerous)) {
        if (own.includes(field)) continue
        if (calls++ % 3 === 0) await rest(world)
        const one = await send(caller, target, { ...target.body, [field]: value })
        if (one.status !== 400) faults.push(`${target.name} with ${field}: ${one.status} ${one.text.slice(0, 200)}`)
        calls++
      }
    }
    expect(faults).toEqual([])
    expect(calls).toBeGreaterThan(700)
    expect(await digestOf(world, ['uploads'])).toEqual(without(before, 'uploads'))
  },
)

const without = (digest: Record<string, string>, table: string) =>
  Object.fromEntries(Object.entries(digest).filter(([name]) => name !== table))
