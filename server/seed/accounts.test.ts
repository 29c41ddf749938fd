// The first start of a portal in production: a set-up link, the first administrator, and the command line.
import sql from 'sql-template-tag'
import { afterEach, describe, expect, it } from 'vitest'
import { setUpApp } from '../../tests/authenticator-apps.ts'
import { closeStarted, openUnstarted, setUpLinkIn, signedInBy, signInTo, start } from '../../tests/first-start.ts'
import { type Answer, fixturePassword } from '../../tests/test-app.ts'
import { addMasterAdmin } from '../passwords/master-admin.ts'

afterEach(closeStarted)

describe('A11: a portal in production', () => {
  const grace = {
    email: 'grace@firm.example',
    firstName: 'Grace',
    lastName: 'Obi',
    password: 'seven kettles near a window',
  }

  it('starts without any account, and prints a set-up link once', async () => {
    const testApp = await openUnstarted('off')
    const output = await start(testApp)
    expect(output[1]).toMatch(/^ {2}http:\/\/localhost:3000\/set-up\/[\w-]{43}$/)
    expect(await testApp.db.rows(sql`select id from users`)).toEqual([])
    const stored = JSON.stringify([await testApp.db.rows(sql`select * from one_time_links`), await testApp.auditLog()])
    expect(stored).not.toContain(setUpLinkIn(output))
    const again = await start(testApp)
    expect([setUpLinkIn(again), again[0]]).toEqual([null, expect.stringContaining('create-admin')])
  })

  it('prints one link when two instances start together', async () => {
    const testApp = await openUnstarted('off')
    const links = (await Promise.all([start(testApp), start(testApp), start(testApp)]))
      .map(setUpLinkIn)
      .filter((link) => link !== null)
    expect(links).toHaveLength(1)
    expect(await testApp.db.rows(sql`select id from one_time_links`)).toHaveLength(1)
  })

  it('is set up with the link once, even by five concurrent requests', async () => {
    const testApp = await openUnstarted('off')
    const token = setUpLinkIn(await start(testApp))
    const weak = await testApp.visitor.post('/api/set-up', { token, ...grace, password: 'Grace Obi ProHR 1' })
    expect([weak.status, weak.body.issues[0].path]).toEqual([400, 'password'])
    expect((await testApp.visitor.post('/api/one-time-links/look', { token, purpose: 'set-up' })).body).toEqual({
      email: null,
      firstName: null,
      username: null,
    })
    const tries = await Promise.all(
      Array.from({ length: 5 }, (_, i) =>
        testApp.visitor.post('/api/set-up', { token, ...grace, email: `grace${i}@firm.example` }),
      ),
    )
    expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409])
    const winner = tries.find(({ status }) => status === 201) as Answer
    expect(winner.body.user).toMatchObject({ role: 'master-admin', isActive: true })
    expect((await signedInBy(testApp, winner).get('/api/user')).body).toMatchObject({ needsSecondFactor: true })
    expect(await testApp.db.rows(sql`select id from users`)).toHaveLength(1)
    expect(await start(testApp)).toEqual([])
  })

  it('requires a second factor of the team from its first start, until an administrator turns that off', async () => {
    const testApp = await openUnstarted('off')
    const token = setUpLinkIn(await start(testApp))
    const first = signedInBy(testApp, await testApp.visitor.post('/api/set-up', { token, ...grace }))
    expect((await first.get('/api/users')).body.code).toBe('second-factor-required')
    const { caller: ready } = await setUpApp(testApp, { id: '', email: grace.email, role: 'admin', caller: first })
    expect((await ready.get('/api/users')).status).toBe(200)
    expect((await ready.put('/api/second-factor/requirement', { isRequired: false })).body.isRequired).toBe(false)
    await start(testApp)
    expect((await ready.get('/api/second-factor/requirement')).body.isRequired).toBe(false)
  })

  it('does not apply that requirement to a demonstration', async () => {
    const testApp = await openUnstarted('on')
    await start(testApp)
    expect(await testApp.db.rows(sql`select name from portal_facts where name like 'second-factor%'`)).toEqual([])
  })

  it('refuses to be set up with a wrong link or without one', async () => {
    const testApp = await openUnstarted('off')
    await start(testApp)
    expect((await testApp.visitor.post('/api/set-up', { token: 'A'.repeat(43), ...grace })).status).toBe(404)
    expect((await testApp.visitor.post('/api/set-up', grace)).status).toBe(400)
    expect((await testApp.visitor.post('/api/set-up', { token: 'A'.repeat(43), ...grace, role: 'admin' })).status).toBe(
      400,
    )
    expect(await testApp.db.rows(sql`select id from users`)).toEqual([])
  })

  it('starts without output if it has an administrator', async () => {
    const testApp = await openUnstarted('off', { empty: false })
    expect(await start(testApp)).toEqual([])
    expect((await signInTo(testApp, 'alice', fixturePassword)).status).toBe(200)
  })

  it('prints a new link if the earlier one expired unused', async () => {
    const testApp = await openUnstarted('off')
    const first = setUpLinkIn(await start(testApp))
    testApp.pass({ days: 8 })
    const second = setUpLinkIn(await start(testApp))
    expect(second).not.toBeNull()
    expect((await testApp.visitor.post('/api/set-up', { token: first, ...grace })).status).toBe(404)
  })
})

describe('the command line', () => {
  it('creates a master administrator who chooses a password by link, and ends the set-up link', async () => {
    const testApp = await openUnstarted('off')
    const setUp = setUpLinkIn(await start(testApp))
    const path = await addMasterAdmin(testApp.db, { email: 'ida@firm.example', firstName: 'Ida', lastName: 'Voss' })
    const token = path.replace('/invitation/', '')
    const set = {
      token: setUp,
      email: 'x@firm.example',
      firstName: 'X',
      lastName: 'Y',
      password: 'seven kettles near a window',
    }
    expect((await testApp.visitor.post('/api/set-up', set)).status).toBe(404)
    const answer = await testApp.visitor.post('/api/invitations/accept', {
      token,
      password: 'seven kettles near a window',
    })
    expect(answer.body.user).toMatchObject({ username: 'ida', role: 'master-admin' })
    expect(await start(testApp)).toEqual([])
  })

  it('refuses to create one with a known address', async () => {
    const testApp = await openUnstarted('off', { empty: false })
    await expect(
      addMasterAdmin(testApp.db, { email: 'SAM@example.com', firstName: 'Sam', lastName: 'Carter' }),
    ).rejects.toMatchObject({ constraint: 'user_email_is_unique' })
    expect((await testApp.alice.get(`/api/users/${testApp.people.sam.id}`)).body.role).toBe('staff')
  })
})
