// Answers hold what their schema lists and nothing else, and no schema lists what nobody is to see.
import { z } from 'zod'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { endpoints } from '../../api/index.ts'
import { toJsonSchema } from '../../server/kit/json-schema.ts'
import { createWorld, type World } from '../world.ts'
import { aimAll, nameOf, send, type Target } from './aim.ts'
import { typed } from '../../server/kit/row-types.ts'

let world: World
let reads: Target[]
const patience = 240_000

beforeAll(async () => {
  world = await createWorld({ DEMO: 'on' })
  reads = await aimAll(world, ({ method, reply }) => method === 'GET' && reply !== null, 'admin')
}, patience)
afterAll(() => world.close())

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

/** Free by their nature: the description of the API. */
const open = ['GET /api/openapi.json']

it('B7: every object that an answer may hold lists its fields', () => {
  const loose = replies.filter(([name, , shape]) => shape.additionalProperties !== false && !open.includes(name))
  expect(loose.map(([name, path]) => `${name} ${path}`)).toEqual([])
})

/** Shown once to whom it is made for, the head of the trail, or whether something is so; and what a demonstration tells anybody. */
const meant = /^(recoveryCodes|secret|passwordIsShort)$/
const allowed = ['GET /api/audit/verification: hash', 'GET /api/demonstration: password']

it('B7: no field is called after a secret', () => {
  const secret = /hash|password|token|secret|seed|storageKey|objectKey|privateKey|cookie/i
  const named = replies.flatMap(([name, , { properties = {} }]) =>
    Object.keys(properties)
      .filter((key) => secret.test(key) && !meant.test(key))
      .map((key) => `${name}: ${key}`),
  )
  expect([...new Set(named)]).toEqual(allowed)
})

it('B7: no answer holds a secret of the database', { timeout: patience }, async () => {
  const secrets = await world.db.rows(typed(z.object({ secret: z.string() }))`
    select password as secret from users where password is not null
    union select token_hash from one_time_links union select sid from sessions`)
  expect(secrets.length).toBeGreaterThan(0)
  for (const target of reads) {
    const { text } = await send(world.mona, target, undefined)
    for (const { secret } of secrets) expect(text.includes(secret), target.name).toBe(false)
    expect(text, target.name).not.toMatch(/\$argon2|-----BEGIN (RSA |EC )?PRIVATE KEY/)
  }
})
