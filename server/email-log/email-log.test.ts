import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type Name, unknownId, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
  await testApp.alice.post('/api/users', { email: 'pat@example.com', firstName: 'Pat', lastName: 'Ng', role: 'client' })
  for (const email of ['mona@example.com', 'sam@example.com'])
    await testApp.visitor.post('/api/password/forgot', { email })
  await testApp.runJobs()
})
afterAll(() => testApp.close())

const outbox = async (who: Name, query = '') => (await testApp[who].get(`/api/outbox${query}`)).body
const opened = (who: Name, id: string) => testApp[who].get(`/api/outbox/${id}`)

it('an administrator reads the emails that no mail server accepted, newest first', async () => {
  const emails = await outbox('alice')
  expect(emails.at(-1)).toEqual({
    id: expect.any(String),
    to: 'pat@example.com',
    subject: 'ProHR invited you to its portal',
    status: 'kept',
    createdAt: expect.stringMatching(/Z$/),
  })
  expect((await opened('alice', emails.at(-1).id)).body).toEqual({
    ...emails.at(-1),
    text: expect.stringMatching(/\/invitation\/[\w-]{43}/),
    html: expect.stringContaining('<!doctype html>'),
  })
  expect(await outbox('alice', '?q=PAT@')).toHaveLength(1)
  expect(await outbox('alice', '?status=sent')).toEqual([])
})

it('an administrator reads the emails in either order, page by page', async () => {
  const ids = (list: { id: string }[]) => list.map(({ id }) => id)
  const newest = ids(await outbox('mona', '?order=newest'))
  expect(newest.length).toBeGreaterThan(2)
  expect(ids(await outbox('mona', '?order=oldest'))).toEqual(newest.toReversed())
  for (const [order, expected] of [
    ['newest', newest],
    ['oldest', newest.toReversed()],
  ] as const) {
    const seen: string[] = []
    for (let next: string | undefined = `/api/outbox?order=${order}&limit=1`; next !== undefined;) {
      const { body, headers } = await testApp.mona.get(next)
      seen.push(...ids(body))
      next = /<([^>]+)>; rel="next"/.exec(String(headers.link ?? ''))?.[1]
    }
    expect(seen).toEqual(expected)
  }
})

it('B5: an email to a master administrator is visible only to master administrators, because its link would grant that role', async () => {
  const recipients = async (who: Name) => (await outbox(who)).map(({ to }: { to: string }) => to)
  expect(await recipients('mona')).toContain('mona@example.com')
  expect(await recipients('alice')).not.toContain('mona@example.com')
  expect(await recipients('alice')).toContain('sam@example.com')
  const [{ id }] = await outbox('mona', '?q=mona@')
  expect([(await opened('mona', id)).status, (await opened('alice', id)).status]).toEqual([200, 404])
})

it('a one-time link that was delivered is visible only to its recipient', async () => {
  await testApp.db.run(sql`update emails set status = 'sent' where "to" = 'sam@example.com'`)
  const [{ id }] = await outbox('mona', '?status=sent')
  const lastEmail = (await opened('mona', id)).body
  expect(lastEmail.text).toContain('/password-reset/(hidden)')
  expect(`${lastEmail.text}${lastEmail.html}`).not.toMatch(/password-reset\/[\w-]{10}/)
})

it('refuses everyone but administrators', async () => {
  const [{ id }] = await outbox('alice', '?q=sam@')
  expect((await opened('sam', id)).status).toBe(404)
  expect((await testApp.visitor.get(`/api/outbox/${id}`)).status).toBe(401)
  expect((await opened('alice', unknownId)).status).toBe(404)
  expect((await testApp.sam.get('/api/outbox')).status).toBe(403)
  expect((await testApp.ann.get('/api/outbox')).status).toBe(403)
  expect((await testApp.visitor.get('/api/outbox')).status).toBe(401)
  expect((await testApp.alice.get('/api/outbox?status=lost')).status).toBe(400)
  expect((await testApp.alice.get('/api/outbox?order=subject')).status).toBe(400)
  expect((await testApp.alice.get('/api/outbox?order=oldest&cursor=nowhere')).status).toBe(400)
  expect((await testApp.sam.get('/api/outbox?order=oldest')).status).toBe(403)
})
