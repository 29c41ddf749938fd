// What a visitor without an account sees of their request, and how little that is.
import { mkdtemp, writeFile, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { createContext } from '../create-context.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'
import { requestInput } from '../../tests/architecture/rights.ts'
import { typed } from '../kit/row-types.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
beforeEach(() => testApp.db.run(sql`delete from rate_limits`))
afterAll(() => testApp.close())

const secret = {
  ...requestInput,
  businessName: 'Canary Marine',
  needsDescription: 'canary needs',
  businessGoals: 'canary goals',
}

async function submitted() {
  const { body } = await testApp.visitor.post('/api/service-requests', secret)
  return { id: body.id as string, reference: body.reference as string, token: tokenOf(body.statusPath), body }
}
const tokenOf = (path: string) => path.split('/').at(-1) ?? ''
const look = (token: unknown, headers = {}) => testApp.visitor.post('/api/request-status', { token }, headers)
const move = (who: 'sam' | 'alice', id: string, status: string) =>
  testApp[who].patch(`/api/service-requests/${id}/status`, { status })

describe('submitting a request', () => {
  it('shows a reference and a private page, once, and emails them', async () => {
    const { id, reference, token, body } = await submitted()
    expect(reference).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const email = (await testApp.mail()).at(-1)
    expect(email).toMatchObject({ to: requestInput.email, subject: 'ProHR received your service request' })
    expect(email?.text).toContain(`${testApp.config.publicUrl}${body.statusPath}`)
    expect(email?.text).toContain(reference)
    expect(email?.text).not.toMatch(/canary/i)
    const again = await testApp.alice.get(`/api/service-requests/${id}`)
    expect(again.body.reference).toBe(reference)
    expect(again.text).not.toContain(token)
    expect(again.body.statusPath).toBeUndefined()
  })

  it('stores only the hash of the link’s token', async () => {
    const { id, token } = await submitted()
    const row = await testApp.db.one(typed(z.object({ text: z.string() }))`
      select row_to_json(r)::text as text from service_requests r where id = ${id}`)
    expect(row.text).not.toContain(token)
    expect(JSON.stringify(await testApp.auditLog())).not.toContain(token)
  })

  it('can be found by the team by its reference, however it is written, but by no other', async () => {
    const { id, reference } = await submitted()
    const found = async (q: string) =>
      (await testApp.sam.get(`/api/service-requests?q=${encodeURIComponent(q)}`)).body.map(
        (each: { id: string }) => each.id,
      )
    expect(await found(reference)).toEqual([id])
    expect(await found(reference.toLowerCase().replace('-', ' '))).toEqual([id])
    expect(await found('2222-2222')).toEqual([])
    await move('sam', id, 'in-progress')
    expect((await testApp.sue.get(`/api/service-requests?q=${reference}`)).body).toEqual([])
  })
})

describe('the private status link', () => {
  it('shows the status of the request and nothing else', async () => {
    const { reference, token } = await submitted()
    const answer = await look(token)
    expect(answer.status).toBe(200)
    const { receivedAt } = answer.body
    expect(answer.body).toEqual({
      reference,
      stage: 'received',
      receivedAt,
      promisedBy: new Date(Date.parse(receivedAt) + 24 * 3_600_000).toISOString(),
      acceptedAt: null,
      endedAt: null,
    })
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it('follows the request: accepted, in progress, completed', async () => {
    const { id, token } = await submitted()
    await move('sam', id, 'in-progress')
    const accepted = await look(token)
    expect(accepted.body).toMatchObject({ stage: 'accepted', acceptedAt: expect.any(String), endedAt: null })
    expect(accepted.text).not.toMatch(/Sam|Carter|canary/i)
    const folder = { name: 'Marine', services: 'HR', serviceRequestId: id }
    expect((await testApp.sam.post('/api/client-folders', folder)).status).toBe(201)
    expect((await look(token)).body.stage).toBe('in-progress')
    await move('sam', id, 'completed')
    const done = await look(token)
    expect(done.body).toMatchObject({ stage: 'done', endedAt: expect.any(String) })
    expect((await look(token)).body).toEqual(done.body)
  })

  it('shows that it was cancelled, and retains the time it was first accepted', async () => {
    const { id, token } = await submitted()
    await move('alice', id, 'in-progress')
    const { acceptedAt } = (await look(token)).body
    await testApp.alice.patch(`/api/service-requests/${id}/assignee`, { assignedStaffId: testApp.people.sue.id })
    await move('alice', id, 'cancelled')
    expect((await look(token)).body).toMatchObject({ stage: 'cancelled', acceptedAt })
  })

  it.each([['unknown'], [''], ['a'.repeat(43)], ['../../etc/passwd'], ["' or 1=1 --"], ['x'.repeat(10_000)]])(
    'returns the same 404 for any other token (%s)',
    async (token) => {
      const answer = await look(token)
      expect([answer.status, answer.text]).toEqual([404, (await look('another')).text])
    },
  )

  it('is not derived from the id, the reference, or the hash', async () => {
    const { id, reference } = await submitted()
    const { hash } = await testApp.db.one(
      typed(z.object({ hash: z.string() }))`select status_token_hash as hash from service_requests where id = ${id}`,
    )
    for (const token of [id, reference, hash]) expect((await look(token)).status).toBe(404)
    for (const odd of [7, null, {}, ['x']]) expect((await look(odd)).status).toBe(400)
  })

  it('is rate-limited for wrong tokens, but not for frequent visits', async () => {
    const { token } = await submitted()
    for (let i = 0; i < 40; i++) expect((await look(token)).status).toBe(200)
    for (let i = 0; i < 30; i++) expect((await look(`guess ${i}`)).status).toBe(404)
    const rateLimited = await look(token)
    expect([rateLimited.status, rateLimited.body.code, Number(rateLimited.headers['retry-after']) > 0]).toEqual([
      429,
      'too-many',
      true,
    ])
    testApp.pass({ minutes: 16 })
    expect((await look(token)).status).toBe(200)
  })

  it('does not send its address to other sites, and refuses requests from them', async () => {
    const { token } = await submitted()
    expect((await look(token, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  })
})

describe('the private status page', () => {
  it('is not cached, not indexed, and sends no referrer, and is a 404 for any other token', async () => {
    const pages = await mkdtemp(join(tmpdir(), 'portal-pages-'))
    await mkdir(join(pages, 'assets'))
    const files = {
      'csp.json': '{"styles":[],"app":[],"offline":[]}',
      'index.html': 'landing',
      'index.logo.html': 'landing',
      'app.html': 'the app',
      'shells.json': '{"plain":{},"logo":{}}',
      'robots.txt': '',
      'sitemap.xml': '',
      'offline.html': '',
      'manifest.webmanifest': '{}',
      'service-worker.js': '',
    }
    for (const [name, text] of Object.entries(files)) await writeFile(join(pages, name), text)
    const { connectionString, host, port, user, database } = testApp.db.pool.options
    const context = await createContext(testApp.config, { connectionString, host, port, user, database } as object, {})
    const app = await buildApp({ ...context, pages })
    const { body } = await submitted()
    const found = await app.inject({ url: body.statusPath })
    expect([found.statusCode, found.body]).toEqual([200, 'the app'])
    expect(found.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    })
    expect(found.headers.etag).toBeUndefined()
    for (const other of ['nothing', '%00', 'x'.repeat(400)]) {
      const answer = await app.inject({ url: `/requests/${other}` })
      expect([answer.statusCode, answer.headers['cache-control']], other).toEqual([404, 'no-store'])
    }
    await app.close()
    await context.close()
  })
})
