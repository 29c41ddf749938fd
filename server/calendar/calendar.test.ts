import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contractInput, signContract } from '../../tests/contracts.ts'
import { type Caller, createWorld, type World } from '../../tests/world.ts'
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
})
