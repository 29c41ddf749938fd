import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWorld, type Name, unknownId, type World } from '../../tests/world.ts'

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
const opened = (who: Name, id: string) => world[who].get(`/api/outbox/${id}`)

it('an administrator reads the letters that no mail server took along, newest first', async () => {
  const letters = await outbox('alice')
  expect(letters.at(-1)).toEqual({
    id: expect.any(String),
    to: 'pat@example.com',
    subject: 'Your account is ready',
    status: 'kept',
    createdAt: expect.stringMatching(/Z$/),
  })
  expect((await opened('alice', letters.at(-1).id)).body).toEqual({
    ...letters.at(-1),
    text: expect.stringMatching(/\/invitation\/[\w-]{43}/),
    html: expect.stringContaining('<!doctype html>'),
  })
  expect(await outbox('alice', '?q=PAT@')).toHaveLength(1)
  expect(await outbox('alice', '?status=sent')).toEqual([])
})

it('B5: a letter to a master-admin is for master-admins, because its link would make one', async () => {
  const addressees = async (who: Name) => (await outbox(who)).map(({ to }: { to: string }) => to)
  expect(await addressees('mona')).toContain('mona@example.com')
  expect(await addressees('alice')).not.toContain('mona@example.com')
  expect(await addressees('alice')).toContain('sam@example.com')
  const [{ id }] = await outbox('mona', '?q=mona@')
  expect([(await opened('mona', id)).status, (await opened('alice', id)).status]).toEqual([200, 404])
})

it('a link that a mail server took along is for its addressee alone', async () => {
  await world.db.run(sql`update emails set status = 'sent' where "to" = 'sam@example.com'`)
  const [{ id }] = await outbox('mona', '?status=sent')
  const letter = (await opened('mona', id)).body
  expect(letter.text).toContain('/password-reset/(hidden)')
  expect(`${letter.text}${letter.html}`).not.toMatch(/password-reset\/[\w-]{10}/)
})

it('nobody else reads letters', async () => {
  const [{ id }] = await outbox('alice', '?q=sam@')
  expect((await opened('sam', id)).status).toBe(404)
  expect((await world.visitor.get(`/api/outbox/${id}`)).status).toBe(401)
  expect((await opened('alice', unknownId)).status).toBe(404)
  expect((await world.sam.get('/api/outbox')).status).toBe(403)
  expect((await world.ann.get('/api/outbox')).status).toBe(403)
  expect((await world.visitor.get('/api/outbox')).status).toBe(401)
  expect((await world.alice.get('/api/outbox?status=lost')).status).toBe(400)
})
