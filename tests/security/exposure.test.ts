// Replies contain only what their schema lists, and no schema lists secrets.
import { z } from 'zod'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { endpoints } from '../../api/index.ts'
import { toJsonSchema } from '../../server/kit/json-schema.ts'
import { createTestApp, type TestApp } from '../test-app.ts'
import { aimAll, nameOf, send, type Target } from './request-targets.ts'
import { typed } from '../../server/kit/row-types.ts'

let testApp: TestApp
let reads: Target[]
const timeoutMs = 240_000

beforeAll(async () => {
  testApp = await createTestApp({ DEMO: 'on' })
  reads = await aimAll(testApp, ({ method, reply }) => method === 'GET' && reply !== null, 'admin')
}, timeoutMs)
afterAll(() => testApp.close())

interface Shape {
  type?: string | string[]
  properties?: Record<string, Shape>
  additionalProperties?: unknown
}

function objectsIn(shape: unknown, path = ''): [string, Shape][] {
  if (shape === null || typeof shape !== 'object') return []
  const own: [string, Shape][] = 'properties' in shape ? [[path, shape as Shape]] : []
  return [...own, ...Object.entries(shape).flatMap(([key, each]) => objectsIn(each, `${path}/${key}`))]
}

const replies = endpoints.flatMap((endpoint) =>
  endpoint.reply === null
    ? []
    : objectsIn(toJsonSchema(endpoint.reply, 'output')).map((each) => [nameOf(endpoint), ...each] as const),
)

/** Unrestricted by nature: the description of the API. */
const open = ['GET /api/openapi.json']

it('B7: every object in a reply schema lists its fields', () => {
  const loose = replies.filter(([name, , shape]) => shape.additionalProperties !== false && !open.includes(name))
  expect(loose.map(([name, path]) => `${name} ${path}`)).toEqual([])
})

/** Shown once to its owner, the head of the audit log, or a flag; and the public data of a demonstration. */
const meant = /^(recoveryCodes|secret|passwordIsShort)$/
const allowed = ['GET /api/audit/verification: hash', 'GET /api/demonstration: password']

it('B7: no field is named like a secret', () => {
  const secret = /hash|password|token|secret|seed|storageKey|objectKey|privateKey|cookie/i
  const named = replies.flatMap(([name, , { properties = {} }]) =>
    Object.keys(properties)
      .filter((key) => secret.test(key) && !meant.test(key))
      .map((key) => `${name}: ${key}`),
  )
  expect([...new Set(named)]).toEqual(allowed)
})

it('B7: no reply contains a secret from the database', { timeout: timeoutMs }, async () => {
  const secrets = await testApp.db.rows(typed(z.object({ secret: z.string() }))`
    select password as secret from users where password is not null
    union select token_hash from one_time_links union select token_hash from api_keys union select sid from sessions`)
  expect(secrets.length).toBeGreaterThan(0)
  for (const target of reads) {
    const { text } = await send(testApp.mona, target, undefined)
    for (const { secret } of secrets) expect(text.includes(secret), target.name).toBe(false)
    expect(text, target.name).not.toMatch(/\$argon2|-----BEGIN (RSA |EC )?PRIVATE KEY/)
  }
})
