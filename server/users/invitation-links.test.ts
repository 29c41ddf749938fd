// Where a mail server is set, an invitation link goes by email only; and administrators hear of each new administrator.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newcomerInput } from '../../tests/newcomers.ts'
import { createWorld, type World } from '../../tests/world.ts'

let world: World
let withMail: World
beforeAll(async () => {
  world = await createWorld()
  withMail = await createWorld({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'portal@example.com' })
})
afterAll(async () => {
  await world.close()
  await withMail.close()
})

describe('an invitation where a mail server is set', () => {
  it('answers that it was sent, and no link', async () => {
    const staff = await withMail.alice.post('/api/staff', {
      email: 'lee@example.com',
      firstName: 'Lee',
      lastName: 'Park',
    })
    expect([staff.status, staff.body.invitationUrl, staff.body.invitationSent]).toEqual([201, null, true])
    const again = await withMail.alice.post(`/api/users/${staff.body.id}/invitation`)
    expect([again.status, again.body.invitationUrl, again.body.invitationSent]).toEqual([201, null, true])
    expect(`${staff.text}${again.text}`).not.toContain('/invitation/')
    const letters = (await withMail.mail()).filter(({ to }) => to === 'lee@example.com')
    expect(letters).toHaveLength(2)
    for (const { text } of letters) expect(text).toMatch(/\/invitation\/[\w-]{43}/)
  })

  it('needs no step-up for a client, and does for the team', async () => {
    const alice = await withMail.signIn(withMail.people.alice.id, 'admin')
    withMail.pass({ minutes: 11 })
    expect((await alice.post('/api/users', newcomerInput({ role: 'client' }))).status).toBe(201)
    expect((await alice.post('/api/users', newcomerInput({ role: 'staff' }))).body.code).toBe('step-up')
    expect((await alice.post('/api/users', newcomerInput({ role: 'admin' }))).body.code).toBe('step-up')
  })
})

describe('every administrator gets an email', () => {
  const told = async () =>
    (await world.mail()).filter(({ subject }) => subject.includes('dministrator account')).map(({ to }) => to)

  it('when one is added, re-activated, or made of somebody else; and not for staff or clients', async () => {
    await world.alice.post('/api/users', newcomerInput({ role: 'staff' }))
    await world.alice.post('/api/users', newcomerInput({ role: 'client' }))
    expect(await told()).toEqual([])
    const input = newcomerInput({ role: 'admin' })
    const { id } = (await world.alice.post('/api/users', input)).body
    expect((await told()).toSorted()).toEqual(['alice@example.com', 'mona@example.com'])
    await world.alice.put(`/api/users/${id}`, { ...input, isActive: false })
    expect(await told()).toHaveLength(2)
    await world.alice.put(`/api/users/${id}`, { ...input, isActive: true })
    expect(await told()).toHaveLength(4)
    await world.alice.put(`/api/users/${id}`, { ...input, firstName: 'Other' })
    await world.alice.put(`/api/users/${id}`, { ...input, role: 'staff' })
    expect(await told()).toHaveLength(4)
    await world.alice.put(`/api/users/${id}`, { ...input, role: 'admin' })
    expect(await told()).toHaveLength(6)
    const letter = (await world.mail()).find(({ subject }) => subject.includes('dministrator account'))
    expect(letter?.text).not.toContain(input.firstName)
    expect(letter?.text).toContain('/user-management')
  })

  it('when one is re-activated as staff nobody does', async () => {
    const input = newcomerInput({ role: 'staff' })
    const { id } = (await world.alice.post('/api/users', input)).body
    const before = (await told()).length
    await world.alice.put(`/api/users/${id}`, { ...input, isActive: false })
    await world.alice.put(`/api/users/${id}`, { ...input, isActive: true })
    expect(await told()).toHaveLength(before)
    expect(await world.db.rows(sql`select id from users where id = ${id} and is_active`)).toHaveLength(1)
  })
})
