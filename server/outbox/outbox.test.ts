import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWorld, type Name, type World } from '../../tests/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await world.alice.post('/api/users', { email: 'pat@example.com', firstName: 'Pat', lastName: 'Ng', role: 'client' })
  for (const email of ['mona@example.com', 'sam@example.com'])
    await world.visitor.post('/api/password/forgot', { email })
  await world.runJobs()
})
afterAll(() => world.close())

const outbox = async (who: Name, query = '') => (await world[who].get(`/api/outbox${query}`)).body

it('an administrator reads the letters that no mail server took along, newest first', async () => {
  const letters = await outbox('alice')
  expect(letters.at(-1)).toEqual({
    id: expect.any(String),
    to: 'pat@example.com',
    subject: 'Your account is ready',
    text: expect.stringMatching(/\/invitation\/[\w-]{43}/),
    html: expect.stringContaining('<!doctype html>'),
    status: 'kept',
    createdAt: expect.stringMatching(/Z$/),
  })
  expect(await outbox('alice', '?q=PAT@')).toHaveLength(1)
  expect(await outbox('alice', '?status=sent')).toEqual([])
})

it('a letter to a master-admin is for master-admins, because its link would make one', async () => {
  const addressees = async (who: Name) => (await outbox(who)).map(({ to }: { to: string }) => to)
  expect(await addressees('mona')).toContain('mona@example.com')
  expect(await addressees('alice')).not.toContain('mona@example.com')
  expect(await addressees('alice')).toContain('sam@example.com')
})

it('a link that a mail server took along is for its addressee alone', async () => {
  await world.db.run(sql`update emails set status = 'sent' where "to" = 'sam@example.com'`)
  const [letter] = await outbox('mona', '?status=sent')
  expect(letter.text).toContain('/password-reset/(hidden)')
  expect(`${letter.text}${letter.html}`).not.toMatch(/password-reset\/[\w-]{10}/)
})

it('nobody else reads letters', async () => {
  expect((await world.sam.get('/api/outbox')).status).toBe(403)
  expect((await world.ann.get('/api/outbox')).status).toBe(403)
  expect((await world.visitor.get('/api/outbox')).status).toBe(401)
  expect((await world.alice.get('/api/outbox?status=lost')).status).toBe(400)
})
