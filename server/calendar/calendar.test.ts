import sql from 'sql-template-tag'
import { newcomer } from '../../tests/newcomers.ts'
import { sweepCalendarFeeds } from './actions.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contractInput, signContract } from '../../tests/contracts.ts'
import { type Caller, fixturePassword, createTestApp, type TestApp } from '../../tests/test-app.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'

let testApp: TestApp
let acme: string
let soon: string
beforeAll(async () => {
  testApp = await createTestApp()
  acme = testApp.folders.acme.id
  soon = daysAfter(officeDate(testApp.db.now), 30)
  const { alice, sam } = testApp
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
    contractInput(testApp, { startDate: '2026-01-01', endDate: soon }),
  )
  await signContract(testApp, contract.id)
})
afterAll(() => testApp.close())
beforeEach(() => testApp.db.run(sql`delete from rate_limits`))

const addressOf = async (caller: Caller): Promise<string> => {
  const { status, body } = await caller.post('/api/calendar')
  expect(status).toBe(201)
  return new URL(body.url).pathname
}
const read = (path: string) => testApp.visitor.get(path)
const titles = (text: string) =>
  text
    .replaceAll('\r\n ', '')
    .split('\r\n')
    .filter((line) => line.startsWith('SUMMARY:'))

describe('a calendar', () => {
  it('contains what is due and when, and no text that people wrote', async () => {
    const path = await addressOf(testApp.ann)
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

  it('shows staff their folders by name and legal deadlines, and clients only their own dates', async () => {
    const sams = (await read(await addressOf(testApp.sam))).text
    expect(titles(sams)).toContain('SUMMARY:Assignment due: Acme Tooling')
    expect(titles(sams).some((line) => line.startsWith('SUMMARY:Law: '))).toBe(true)
    expect((await read(await addressOf(testApp.sue))).text).not.toContain('Acme')
    expect(titles((await read(await addressOf(testApp.eve))).text)).toEqual([])
    await testApp.db.run(sql`update client_folders set assigned_staff_id = ${testApp.people.sue.id} where id = ${acme}`)
    expect((await read(await addressOf(testApp.sam))).text).not.toContain('Acme')
    await testApp.db.run(sql`update client_folders set assigned_staff_id = ${testApp.people.sam.id} where id = ${acme}`)
  })

  it('leaves out completed items and archived folders', async () => {
    const path = await addressOf(testApp.ann)
    const [{ id }] = (await testApp.ann.get(`/api/client-folders/${acme}/assignments`)).body
    await testApp.ann.patch(`/api/assignments/${id}/status`, { status: 'completed' })
    expect(titles((await read(path)).text)).not.toContain('SUMMARY:Assignment due')
    await testApp.db.run(sql`update client_folders set status = 'archived' where id = ${acme}`)
    expect(titles((await read(path)).text)).toEqual([])
    await testApp.db.run(sql`update client_folders set status = 'active' where id = ${acme}`)
  })
})

describe('the address of a calendar feed', () => {
  it('is stored as a hash only; after renewal or deletion the old address opens nothing', async () => {
    const first = await addressOf(testApp.ann)
    const second = await addressOf(testApp.ann)
    expect((await read(first)).status).toBe(404)
    expect((await read(second)).status).toBe(200)
    expect((await testApp.ann.get('/api/calendar')).body).toMatchObject({ isOpen: true, readAt: expect.any(String) })
    expect((await testApp.ann.get('/api/calendar')).text).not.toContain(second.slice(10, 53))
    const rows = await testApp.db.rows(sql`select to_jsonb(c)::text from calendar_feeds c`)
    expect(JSON.stringify(rows)).not.toContain(second.slice(10, 53))
    expect((await testApp.ann.delete('/api/calendar')).body).toEqual({ isOpen: false, createdAt: null, readAt: null })
    expect((await testApp.ann.delete('/api/calendar')).status).toBe(200)
    expect((await read(second)).status).toBe(404)
  })

  it('is announced to its owner by email', async () => {
    await addressOf(testApp.sue)
    const email = (await testApp.mail()).at(-1)
    expect(email).toMatchObject({ to: 'sue@example.com', subject: expect.stringContaining('calendar link') })
    expect(email?.text).not.toContain('/calendar/')
  })

  it('ends when its owner changes the password or resets it by link', async () => {
    const person = await newcomer(testApp, 'staff')
    const first = await addressOf(person.caller)
    const passwords = ['seven kettles near a window', 'nine herons by the river']
    const changed = await person.caller.put('/api/password', { current: fixturePassword, password: passwords[0] })
    expect(changed.status).toBe(200)
    expect((await read(first)).status).toBe(404)
    const second = await addressOf(await testApp.signIn(person.id, 'staff'))
    expect((await read(second)).status).toBe(200)
    await testApp.visitor.post('/api/password/forgot', { email: person.email })
    await testApp.runJobs()
    const email = (await testApp.mail()).filter(({ to }) => to === person.email).at(-1)
    const token = /password-reset\/([\w-]{43})/.exec(email?.text ?? '')?.[1]
    expect((await testApp.visitor.post('/api/password/reset', { token, password: passwords[1] })).status).toBe(200)
    expect((await read(second)).status).toBe(404)
  })

  it('ends when its owner is deactivated, and does not come back with the account', async () => {
    const person = await newcomer(testApp, 'staff')
    const path = await addressOf(person.caller)
    const input = { email: person.email, firstName: 'Noor', lastName: 'Haddad', role: 'staff' }
    await testApp.alice.put(`/api/users/${person.id}`, { ...input, isActive: false })
    await testApp.alice.put(`/api/users/${person.id}`, { ...input, isActive: true })
    expect((await read(path)).status).toBe(404)
  })

  it('opens nothing once its owner’s account is closed', async () => {
    const path = await addressOf(testApp.eve)
    await testApp.db.run(sql`update users set is_active = false where id = ${testApp.people.eve.id}`)
    expect((await read(path)).status).toBe(404)
    await testApp.db.run(sql`update users set is_active = true where id = ${testApp.people.eve.id}`)
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
  ])('is not found when it is invalid (%j)', async (file) => expect((await read(`/calendar/${file}`)).status).toBe(404))

  it('refuses to manage a feed without signing in', async () => {
    for (const answer of [
      await testApp.visitor.post('/api/calendar'),
      await testApp.visitor.get('/api/calendar'),
      await testApp.ivan.post('/api/calendar'),
    ])
      expect(answer.status).toBe(401)
  })

  it('ends after a year without reads, and continues while it is read', async () => {
    const [unread, used] = [await addressOf(testApp.sue), await addressOf(testApp.sam)]
    const { length } = await testApp.db.rows(sql`select from calendar_feeds`)
    for (let i = 0; i < 2; i++) {
      testApp.pass({ days: 183 })
      expect((await read(used)).status).toBe(200)
    }
    expect((await read(unread)).status).toBe(404)
    await sweepCalendarFeeds(testApp.db)
    expect(await testApp.db.rows(sql`select from calendar_feeds`)).not.toHaveLength(length)
    expect((await read(used)).status).toBe(200)
  })
})
