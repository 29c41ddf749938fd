import sql from 'sql-template-tag'
import { newcomer } from '../../tests/newcomers.ts'
import { sweepCalendarFeeds } from './actions.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contractInput, signContract } from '../../tests/contracts.ts'
import { type Caller, castPassword, createWorld, type World } from '../../tests/world.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'

let world: World
let acme: string
let soon: string
beforeAll(async () => {
  world = await createWorld()
  acme = world.folders.acme.id
  soon = daysAfter(officeDate(world.db.now), 30)
  const { alice, sam } = world
  const invoice = {
    clientFolderId: acme,
    dueDate: soon,
    lineItems: [{ description: 'secret-line', quantity: 1, rate: 98_765 }],
  }
  const { body } = await alice.post('/api/invoices', invoice)
  await alice.patch(`/api/invoices/${body.id}/status`, { status: 'sent' })
  await alice.post('/api/invoices', { ...invoice, description: 'draft' })
  await sam.post(`/api/client-folders/${acme}/assignments`, {
    title: 'secret-title',
    description: 'All',
    dueDate: soon,
  })
  await sam.post(`/api/client-folders/${acme}/document-requests`, {
    title: 'secret-request',
    documentType: 'policy',
    priority: 'low',
    dueDate: soon,
  })
  const { body: contract } = await alice.post(
    '/api/contracts',
    contractInput(world, { startDate: '2026-01-01', endDate: soon }),
  )
  await signContract(world, contract.id)
})
afterAll(() => world.close())
beforeEach(() => world.db.run(sql`delete from rate_limits`))

const addressOf = async (caller: Caller): Promise<string> => {
  const { status, body } = await caller.post('/api/calendar')
  expect(status).toBe(201)
  return new URL(body.url).pathname
}
const read = (path: string) => world.visitor.get(path)
const titles = (text: string) =>
  text
    .replaceAll('\r\n ', '')
    .split('\r\n')
    .filter((line) => line.startsWith('SUMMARY:'))

describe('a calendar', () => {
  it('says what is due, when, and nothing that somebody wrote', async () => {
    const path = await addressOf(world.ann)
    expect(path).toMatch(/^\/calendar\/[A-Za-z0-9_-]{43}\.ics$/)
    const { status, headers, text } = await read(path)
    expect([status, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
    expect(
      titles(text)
        .map((line) => line.replace(/\d{6,}-\d+/, 'N'))
        .toSorted(),
    ).toEqual([
      'SUMMARY:Assignment due',
      'SUMMARY:Contract PROHR-N ends',
      'SUMMARY:Documents due',
      'SUMMARY:Invoice INV-N due',
    ])
    expect(text.match(/DTSTART;VALUE=DATE:\d{8}\r\n/g)).toEqual(
      Array(4).fill(`DTSTART;VALUE=DATE:${soon.replaceAll('-', '')}\r\n`),
    )
    expect(text).not.toMatch(/secret|987\.|Acme/)
    expect((await read(path)).text).toBe(text)
  })

  it('is that of the person: staff see their folders by name and the dates of the law, others nothing of them', async () => {
    const sams = (await read(await addressOf(world.sam))).text
    expect(titles(sams)).toContain('SUMMARY:Assignment due: Acme Tooling')
    expect(titles(sams).some((line) => line.startsWith('SUMMARY:Law: '))).toBe(true)
    expect((await read(await addressOf(world.sue))).text).not.toContain('Acme')
    expect(titles((await read(await addressOf(world.eve))).text)).toEqual([])
    await world.db.run(sql`update client_folders set assigned_staff_id = ${world.people.sue.id} where id = ${acme}`)
    expect((await read(await addressOf(world.sam))).text).not.toContain('Acme')
    await world.db.run(sql`update client_folders set assigned_staff_id = ${world.people.sam.id} where id = ${acme}`)
  })

  it('loses what was done, and what lies in an archived folder', async () => {
    const path = await addressOf(world.ann)
    const [{ id }] = (await world.ann.get(`/api/client-folders/${acme}/assignments`)).body
    await world.ann.patch(`/api/assignments/${id}/status`, { status: 'completed' })
    expect(titles((await read(path)).text)).not.toContain('SUMMARY:Assignment due')
    await world.db.run(sql`update client_folders set status = 'archived' where id = ${acme}`)
    expect(titles((await read(path)).text)).toEqual([])
    await world.db.run(sql`update client_folders set status = 'active' where id = ${acme}`)
  })
})

describe('its address', () => {
  it('is kept as a hash only; renewed or ended, it opens nothing any more', async () => {
    const first = await addressOf(world.ann)
    const second = await addressOf(world.ann)
    expect((await read(first)).status).toBe(404)
    expect((await read(second)).status).toBe(200)
    expect((await world.ann.get('/api/calendar')).body).toMatchObject({ isOpen: true, readAt: expect.any(String) })
    expect((await world.ann.get('/api/calendar')).text).not.toContain(second.slice(10, 53))
    const kept = await world.db.rows(sql`select to_jsonb(c)::text from calendar_feeds c`)
    expect(JSON.stringify(kept)).not.toContain(second.slice(10, 53))
    expect((await world.ann.delete('/api/calendar')).body).toEqual({ isOpen: false, createdAt: null, readAt: null })
    expect((await world.ann.delete('/api/calendar')).status).toBe(200)
    expect((await read(second)).status).toBe(404)
  })

  it('is announced to its owner by email', async () => {
    await addressOf(world.sue)
    const letter = (await world.mail()).at(-1)
    expect(letter).toMatchObject({ to: 'sue@example.com', subject: expect.stringContaining('calendar address') })
    expect(letter?.text).not.toContain('/calendar/')
  })

  it('ends with a new password, chosen by its owner or by a reset link', async () => {
    const person = await newcomer(world, 'staff')
    const first = await addressOf(person.caller)
    const passwords = ['seven kettles near a window', 'nine herons by the river']
    const changed = await person.caller.put('/api/password', { current: castPassword, password: passwords[0] })
    expect(changed.status).toBe(200)
    expect((await read(first)).status).toBe(404)
    const second = await addressOf(await world.signIn(person.id, 'staff'))
    expect((await read(second)).status).toBe(200)
    await world.visitor.post('/api/password/forgot', { email: person.email })
    await world.runJobs()
    const letter = (await world.mail()).filter(({ to }) => to === person.email).at(-1)
    const token = /password-reset\/([\w-]{43})/.exec(letter?.text ?? '')?.[1]
    expect((await world.visitor.post('/api/password/reset', { token, password: passwords[1] })).status).toBe(200)
    expect((await read(second)).status).toBe(404)
  })

  it('ends with the deactivation of its owner, and does not come back with the account', async () => {
    const person = await newcomer(world, 'staff')
    const path = await addressOf(person.caller)
    const input = { email: person.email, firstName: 'Noor', lastName: 'Haddad', role: 'staff' }
    await world.alice.put(`/api/users/${person.id}`, { ...input, isActive: false })
    await world.alice.put(`/api/users/${person.id}`, { ...input, isActive: true })
    expect((await read(path)).status).toBe(404)
  })

  it('of somebody whose account is closed opens nothing', async () => {
    const path = await addressOf(world.eve)
    await world.db.run(sql`update users set is_active = false where id = ${world.people.eve.id}`)
    expect((await read(path)).status).toBe(404)
    await world.db.run(sql`update users set is_active = true where id = ${world.people.eve.id}`)
    expect((await read(path)).status).toBe(200)
  })

  it.each([
    '',
    'x.ics',
    `${'a'.repeat(43)}.ics`,
    `${'a'.repeat(43)}`,
    '..%2f..%2fetc.ics',
    '%00.ics',
    `${'a'.repeat(400)}.ics`,
  ])('that is none (%j) is not found', async (file) => expect((await read(`/calendar/${file}`)).status).toBe(404))

  it('is nobody’s without a sign-in', async () => {
    for (const answer of [
      await world.visitor.post('/api/calendar'),
      await world.visitor.get('/api/calendar'),
      await world.ivan.post('/api/calendar'),
    ])
      expect(answer.status).toBe(401)
  })

  it('ends after a year unread, and goes on while it is read', async () => {
    const [unread, used] = [await addressOf(world.sue), await addressOf(world.sam)]
    const { length } = await world.db.rows(sql`select from calendar_feeds`)
    for (let i = 0; i < 2; i++) {
      world.pass({ days: 183 })
      expect((await read(used)).status).toBe(200)
    }
    expect((await read(unread)).status).toBe(404)
    await sweepCalendarFeeds(world.db)
    expect(await world.db.rows(sql`select from calendar_feeds`)).not.toHaveLength(length)
    expect((await read(used)).status).toBe(200)
  })
})
