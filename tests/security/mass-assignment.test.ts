// No write accepts a field that its caller may not set, whatever the field's source.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { endpoints } from '../../api/index.ts'
import { toJsonSchema } from '../../server/kit/json-schema.ts'
import { createTestApp, type TestApp } from '../test-app.ts'
import { aimAll, callerOf, digestOf, isWrite, rest, send, takesFile, type Target } from './request-targets.ts'

let testApp: TestApp
/** Creating targets is slow: documents are rendered and sealed. */
const timeoutMs = 240_000

beforeAll(async () => void (testApp = await createTestApp({ DEMO: 'on' })))
afterAll(() => testApp.close())

/** Fields tested individually, with a harmful value. */
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

/** Every field of any reply. */
const everyField = [
  ...new Set(endpoints.flatMap(({ reply }) => (reply === null ? [] : keysIn(toJsonSchema(reply, 'output'))))),
]

function keysIn(shape: unknown): string[] {
  if (shape === null || typeof shape !== 'object') return []
  const own = 'properties' in shape ? Object.keys(shape.properties as object) : []
  return [...own, ...Object.values(shape).flatMap(keysIn)]
}

/** A body may have 500 keys at most. */
const fieldsPerCall = 300

const chunk = <T>(items: T[], size: number): T[][] =>
  items.length === 0 ? [] : [items.slice(0, size), ...chunk(items.slice(size), size)]

const taken = ({ endpoint, body }: Target) => [
  ...(endpoint.body === null ? [] : keysIn(toJsonSchema(endpoint.body, 'input'))),
  ...Object.keys(body ?? {}),
]

/** Uppy adds fields of its own when it starts a multipart upload; a form's answers have arbitrary names. */
const open = ['POST /api/companion/s3/multipart']

it(
  'B6: each field that a write does not accept is named and refused, and nothing changes',
  { timeout: timeoutMs },
  async () => {
    expect(everyField.length).toBeGreaterThan(100)
    const targets = (await aimAll(testApp, (each) => isWrite(each) && !takesFile(each))).filter(
      ({ name }) => !open.includes(name),
    )
    expect(targets.length).toBeGreaterThan(60)
    const before = await digestOf(testApp)
    const faults: string[] = []
    let calls = 0
    for (const target of targets) {
      await rest(testApp)
      const caller = callerOf(testApp, target)
      const own = taken(target)
      const extra = everyField.filter((field) => !own.includes(field))
      for (const fields of chunk(extra, fieldsPerCall)) {
        await rest(testApp)
        const all = { ...target.body, ...Object.fromEntries(fields.map((field) => [field, null])) }
        const answer = await send(caller, target, all)
        const named = JSON.stringify(answer.body?.issues?.map(({ message }: { message: string }) => message) ?? [])
        const passed = fields.filter((field) => !named.includes(`"${field}\\"`))
        if (answer.status !== 400 || passed.length > 0)
          faults.push(
            `${target.name}: ${answer.status} ${answer.text.slice(0, 200)} without ${passed.slice(0, 5).join(', ')}`,
          )
      }
      for (const [field, value] of Object.entries(dangerous)) {
        if (own.includes(field)) continue
        if (calls++ % 3 === 0) await rest(testApp)
        const one = await send(caller, target, { ...target.body, [field]: value })
        if (one.status !== 400) faults.push(`${target.name} with ${field}: ${one.status} ${one.text.slice(0, 200)}`)
        calls++
      }
    }
    expect(faults).toEqual([])
    expect(calls).toBeGreaterThan(700)
    expect(await digestOf(testApp, ['uploads'])).toEqual(without(before, 'uploads'))
  },
)

const without = (digest: Record<string, string>, table: string) =>
  Object.fromEntries(Object.entries(digest).filter(([name]) => name !== table))
