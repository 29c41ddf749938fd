import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { nextCursor } from '../../api/kit/call.ts'
import { listServiceRequests, readServiceRequest, submitServiceRequest } from '../../api/service-requests.ts'
import { addressOf, call, CallError, callPage } from './call.ts'

const asked: { address: string; init: RequestInit }[] = []
let answer: () => Response

beforeEach(() => {
  asked.length = 0
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    asked.push({ address, init })
    return Promise.resolve(answer())
  })
})
afterEach(() => vi.unstubAllGlobals())

const request = {
  businessName: 'Acme',
  firstName: 'Ann',
  lastName: 'Lee',
  email: 'ann@acme.example',
  phone: '804 555 0100',
  services: ['hr-consulting' as const],
  needsDescription: 'A handbook',
  businessGoals: 'Hire five',
}

it('sends JSON with one idempotency key, the caller’s where there is one', async () => {
  answer = () => Response.json({ id: 'a' }, { status: 201 })
  await call(submitServiceRequest, { body: request, idempotencyKey: 'k-1' })
  await call(submitServiceRequest, { body: request })
  const [first, second] = asked
  expect(first?.address).toBe('/api/service-requests')
  expect(first?.init).toMatchObject({ method: 'POST', body: JSON.stringify(request) })
  expect(new Headers(first?.init.headers).get('idempotency-key')).toBe('k-1')
  expect(new Headers(second?.init.headers).get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/)
})

it('says of a read in a tab that no one used for a minute that it is automatic, and of nothing else', async () => {
  const isAutomatic = () => new Headers(asked.at(-1)?.init.headers).has('x-automatic-refresh')
  answer = () => Response.json({})
  await call(readServiceRequest, { params: { id: 'x' } })
  expect(isAutomatic()).toBe(false)
  vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ['Date'] })
  await call(readServiceRequest, { params: { id: 'x' } })
  expect(isAutomatic()).toBe(true)
  await call(submitServiceRequest, { body: request })
  expect(isAutomatic()).toBe(false)
  vi.useRealTimers()
})

it('throws the specification’s message, with the sentence and issues apart', async () => {
  const body = {
    message: 'Valid email is required',
    code: 'invalid',
    issues: [{ path: 'email', message: 'Valid email is required' }],
  }
  answer = () => Response.json(body, { status: 400, headers: { 'retry-after': '30' } })
  const error = await call(submitServiceRequest, { body: request }).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(CallError)
  expect(error).toMatchObject({
    message: `400: ${JSON.stringify(body)}`,
    status: 400,
    code: 'invalid',
    sentence: 'Valid email is required',
    issues: body.issues,
    retryAfterSeconds: 30,
  })
})

it('throws the reference of a fault, by which it is found in the server’s log', async () => {
  const body = { message: 'Something went wrong.', code: 'fault', issues: [], reference: 'r-7Qx2' }
  answer = () => Response.json(body, { status: 500 })
  await expect(call(readServiceRequest, { params: { id: 'x' } })).rejects.toMatchObject({ reference: 'r-7Qx2' })
})

it('falls back to the status text, and reads nothing into a proxy’s page', async () => {
  answer = () => new Response('', { status: 502, statusText: 'Bad Gateway' })
  await expect(call(readServiceRequest, { params: { id: 'x' } })).rejects.toThrow(/^502: Bad Gateway$/)
  answer = () => new Response('<html>', { status: 502 })
  await expect(call(readServiceRequest, { params: { id: 'x' } })).rejects.toMatchObject({ sentence: '', issues: [] })
})

it('says in plain words that the server could not be reached', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(call(readServiceRequest, { params: { id: 'x' } })).rejects.toMatchObject({ status: 0, code: 'network' })
})

it('reads once more when the session’s cookie was replaced on the way, and changes nothing twice', async () => {
  const answers = [new Response('', { status: 401 }), Response.json({ id: 'x' })]
  answer = () => answers.shift() ?? new Response('', { status: 401 })
  expect(await call(readServiceRequest, { params: { id: 'x' } })).toEqual({ id: 'x' })
  await expect(call(readServiceRequest, { params: { id: 'x' } })).rejects.toMatchObject({ status: 401 })
  expect(asked).toHaveLength(4)
  await expect(call(submitServiceRequest, { body: request })).rejects.toMatchObject({ status: 401 })
  expect(asked).toHaveLength(5)
})

it('fills in the address', () => {
  expect(addressOf(readServiceRequest, { params: { id: 'a/b' } })).toBe('/api/service-requests/a%2Fb')
  expect(addressOf(listServiceRequests, { query: { q: '100%', status: undefined } })).toBe(
    '/api/service-requests?q=100%25',
  )
})

it('answers a page and the cursor of the next', async () => {
  answer = () => Response.json([{ id: 1 }], { headers: { link: '</api/x?limit=1&cursor=c2>; rel="next"' } })
  expect(await callPage(listServiceRequests)).toEqual({ items: [{ id: 1 }], next: 'c2' })
  expect(nextCursor('</api/x>; rel="prev", </api/x?q=a,b&cursor=c3>; rel="next"')).toBe('c3')
  expect(nextCursor(null)).toBeNull()
  expect(nextCursor('</api/x>; rel="prev"')).toBeNull()
})
