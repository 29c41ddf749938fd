import pg from 'pg'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { setUpApp } from '../../tests/authenticator-apps.ts'
import { fixturePassword, createTestApp, type Answer, type TestApp } from '../../tests/test-app.ts'
import type { Config } from '../config.ts'
import { addMasterAdmin } from '../passwords/master-admin.ts'
import { prepareAccounts } from './accounts.ts'
import { typed } from '../kit/row-types.ts'

const worlds: TestApp[] = []
afterEach(async () => {
  for (const testApp of worlds.splice(0)) await testApp.close()
})

async function opened(
  demo: 'on' | 'off',
  { empty = true, ...settings }: { empty?: boolean; PUBLIC_URL?: string } = {},
) {
  const testApp = await createTestApp({ DEMO: demo, ...settings })
  worlds.push(testApp)
  if (empty) {
    await testApp.db.run(sql`delete from sessions`)
    await testApp.db.run(sql`delete from client_folders`)
    await testApp.db.run(sql`delete from users`)
  }
  return testApp
}

/** Starts the portal and returns what it prints. */
async function start(testApp: TestApp, changed: Partial<Config> | boolean = {}) {
  const said: string[] = []
  const config = { ...testApp.config, ...(typeof changed === 'boolean' ? { demonstration: changed } : changed) }
  await prepareAccounts({ ...testApp.context, config }, (line) => said.push(line))
  return said
}

const linkIn = (said: string[]) => /\/set-up\/([\w-]{43})/.exec(said.join('\n'))?.[1] ?? null
const signIn = (testApp: TestApp, username: string, password: string) =>
  testApp.visitor.post('/api/login', { username, password })
const caller = (testApp: TestApp, answer: Answer) =>
  testApp.caller(
    [answer.headers['set-cookie'] ?? []]
      .flat()
      .map((line) => String(line).split(';')[0])
      .join('; '),
  )

describe('a demonstration', () => {
  it('has four public accounts, the client’s folder, and nothing else', async () => {
    const testApp = await opened('on')
    expect(await start(testApp)).toEqual([expect.stringContaining('Demonstration')])
    const { body } = await testApp.visitor.get('/api/demonstration')
    expect(body.accounts).toEqual([
      { username: 'master', password: 'demo-master-2026', role: 'master-admin' },
      { username: 'admin', password: 'demo-admin-2026', role: 'admin' },
      { username: 'staff', password: 'demo-staff-2026', role: 'staff' },
      { username: 'client', password: 'demo-client-2026', role: 'client' },
    ])
    for (const { username, password, role } of body.accounts)
      expect((await signIn(testApp, username, password)).body.user).toMatchObject({
        username,
        role,
        email: `${username}@example.com`,
      })
    const [folder, ...others] = await testApp.db.rows(typed(z.object({ client: z.string(), staff: z.string() }))`
      select client.username as client, staff.username as staff from client_folders f
      join users client on client.id = f.client_id join users staff on staff.id = f.assigned_staff_id`)
    expect([folder, others]).toEqual([{ client: 'client', staff: 'staff' }, []])
  })

  it('starts again without output, in one statement', async () => {
    const testApp = await opened('on')
    await start(testApp)
    const auditLog = (await testApp.auditLog()).length
    expect(await start(testApp)).toEqual([])
    const query = vi.spyOn(pg.Client.prototype, 'query')
    await start(testApp)
    expect(query).toHaveBeenCalledOnce()
    query.mockRestore()
    expect((await testApp.auditLog()).length).toBe(auditLog)
  })

  it('is created once by two instances that start together', async () => {
    const testApp = await opened('on')
    await Promise.all([start(testApp), start(testApp), start(testApp)])
    expect(await testApp.db.rows(sql`select id from users`)).toHaveLength(4)
    expect(await testApp.db.rows(sql`select id from client_folders`)).toHaveLength(1)
  })

  it('refuses to start on a database that has real users', async () => {
    const testApp = await opened('on', { empty: false })
    await expect(start(testApp)).rejects.toThrow(
      'This database has accounts of real people, so it can’t run as a demonstration. Set NODE_ENV=production or DEMO=off, or choose an empty DATA_DIR.',
    )
    expect((await testApp.visitor.get('/api/demonstration')).status).toBe(404)
    expect((await signIn(testApp, 'admin', 'demo-admin-2026')).status).toBe(401)
  })

  it('is disabled with all its sessions when it is turned off, and a set-up link is printed', async () => {
    const testApp = await opened('on')
    await start(testApp)
    const staff = caller(testApp, await signIn(testApp, 'staff', 'demo-staff-2026'))
    expect((await staff.get('/api/user')).status).toBe(200)
    const said = await start(testApp, false)
    expect(said[0]).toContain('disabled')
    expect(linkIn(said)).not.toBeNull()
    expect((await staff.get('/api/user')).status).toBe(401)
    expect((await signIn(testApp, 'admin', 'demo-admin-2026')).status).toBe(401)
    expect((await testApp.visitor.get('/api/demonstration')).status).toBe(404)
    expect((await testApp.auditLog()).filter(({ action }) => action === 'user.deactivated')).toHaveLength(4)
    expect((await testApp.auditLog()).filter(({ action }) => action === 'portal.set-up-link-printed')).toHaveLength(1)
  })

  it('refuses to start with an administrator from the command line, but not with users that it invited', async () => {
    const testApp = await opened('on')
    await start(testApp)
    const admin = caller(testApp, await signIn(testApp, 'admin', 'demo-admin-2026'))
    const invited = await admin.post('/api/staff', { email: 'rae@firm.example', firstName: 'Rae', lastName: 'Fox' })
    const token = invited.body.invitationUrl.split('/').at(-1)
    await testApp.visitor.post('/api/invitations/accept', { token, password: 'seven kettles near a window' })
    expect(await start(testApp)).toEqual([])
    await addMasterAdmin(testApp.db, { email: 'ida@firm.example', firstName: 'Ida', lastName: 'Voss' })
    await expect(start(testApp)).rejects.toThrow('accounts of real people')
  })

  it('can be turned on again only while there is no real user', async () => {
    const testApp = await opened('on')
    await start(testApp)
    await start(testApp, false)
    expect(await start(testApp)).toEqual([expect.stringContaining('Demonstration')])
    expect((await signIn(testApp, 'admin', 'demo-admin-2026')).status).toBe(200)
    const said = await start(testApp, false)
    const person = {
      email: 'grace@firm.example',
      firstName: 'Grace',
      lastName: 'Obi',
      password: 'seven kettles near a window',
    }
    expect((await testApp.visitor.post('/api/set-up', { token: linkIn(said), ...person })).status).toBe(201)
    await expect(start(testApp)).rejects.toThrow('accounts of real people')
    expect((await signIn(testApp, 'admin', 'demo-admin-2026')).status).toBe(401)
  })
})

describe('a demonstration on a public address', () => {
  const usernames = ['master', 'admin', 'staff', 'client']
  const printed = (said: string[]) => Object.fromEntries(said.slice(1).map((line) => line.trim().split(/\s+/)))

  it('prints random passwords at each start, which alone open its accounts, and shows none', async () => {
    const testApp = await opened('on', { PUBLIC_URL: 'https://demo.example.com' })
    const said = await start(testApp)
    expect(said[0]).toContain('Demonstration')
    const passwords = printed(said)
    expect(Object.keys(passwords)).toEqual(usernames)
    expect(new Set(Object.values(passwords)).size).toBe(4)
    for (const username of usernames) {
      expect(passwords[username]).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)
      expect((await signIn(testApp, username, `demo-${username}-2026`)).status).toBe(401)
      expect((await signIn(testApp, username, passwords[username])).status).toBe(200)
    }
    const { body, text } = await testApp.visitor.get('/api/demonstration')
    expect(
      body.accounts.map(({ username, password }: { username: string; password: null }) => [username, password]),
    ).toEqual(usernames.map((username) => [username, null]))
    for (const password of Object.values(passwords)) expect(text).not.toContain(password)
    expect(printed(await start(testApp))).toEqual(passwords)
    const other = await opened('on', { PUBLIC_URL: 'https://demo.example.com' })
    expect(printed(await start(other)).admin).not.toBe(passwords.admin)
  })

  it('replaces the well-known passwords of an earlier local demonstration, ends its sessions, and restores them later', async () => {
    const testApp = await opened('on')
    await start(testApp)
    const staff = caller(testApp, await signIn(testApp, 'staff', 'demo-staff-2026'))
    const passwords = printed(await start(testApp, { isPublic: true }))
    expect((await staff.get('/api/user')).status).toBe(401)
    expect((await signIn(testApp, 'staff', 'demo-staff-2026')).status).toBe(401)
    expect((await signIn(testApp, 'staff', passwords.staff)).status).toBe(200)
    await start(testApp)
    expect((await signIn(testApp, 'staff', passwords.staff)).status).toBe(401)
    expect((await signIn(testApp, 'staff', 'demo-staff-2026')).status).toBe(200)
  })
})

describe('A11: a portal in production', () => {
  const grace = {
    email: 'grace@firm.example',
    firstName: 'Grace',
    lastName: 'Obi',
    password: 'seven kettles near a window',
  }

  it('starts without any account, and prints a set-up link once', async () => {
    const testApp = await opened('off')
    const said = await start(testApp)
    expect(said[1]).toMatch(/^ {2}http:\/\/localhost:3000\/set-up\/[\w-]{43}$/)
    expect(await testApp.db.rows(sql`select id from users`)).toEqual([])
    const stored = JSON.stringify([await testApp.db.rows(sql`select * from one_time_links`), await testApp.auditLog()])
    expect(stored).not.toContain(linkIn(said))
    const again = await start(testApp)
    expect([linkIn(again), again[0]]).toEqual([null, expect.stringContaining('create-admin')])
  })

  it('prints one link when two instances start together', async () => {
    const testApp = await opened('off')
    const links = (await Promise.all([start(testApp), start(testApp), start(testApp)]))
      .map(linkIn)
      .filter((link) => link !== null)
    expect(links).toHaveLength(1)
    expect(await testApp.db.rows(sql`select id from one_time_links`)).toHaveLength(1)
  })

  it('is set up with the link once, even by five concurrent requests', async () => {
    const testApp = await opened('off')
    const token = linkIn(await start(testApp))
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
    expect((await caller(testApp, winner).get('/api/user')).body).toMatchObject({ needsSecondFactor: true })
    expect(await testApp.db.rows(sql`select id from users`)).toHaveLength(1)
    expect(await start(testApp)).toEqual([])
  })

  it('requires a second factor of the team from its first start, until an administrator turns that off', async () => {
    const testApp = await opened('off')
    const token = linkIn(await start(testApp))
    const first = caller(testApp, await testApp.visitor.post('/api/set-up', { token, ...grace }))
    expect((await first.get('/api/users')).body.code).toBe('second-factor-required')
    const { caller: ready } = await setUpApp(testApp, { id: '', email: grace.email, role: 'admin', caller: first })
    expect((await ready.get('/api/users')).status).toBe(200)
    expect((await ready.put('/api/second-factor/requirement', { isRequired: false })).body.isRequired).toBe(false)
    await start(testApp)
    expect((await ready.get('/api/second-factor/requirement')).body.isRequired).toBe(false)
  })

  it('does not apply that requirement to a demonstration', async () => {
    const testApp = await opened('on')
    await start(testApp)
    expect(await testApp.db.rows(sql`select name from portal_facts where name like 'second-factor%'`)).toEqual([])
  })

  it('refuses to be set up with a wrong link or without one', async () => {
    const testApp = await opened('off')
    await start(testApp)
    expect((await testApp.visitor.post('/api/set-up', { token: 'A'.repeat(43), ...grace })).status).toBe(404)
    expect((await testApp.visitor.post('/api/set-up', grace)).status).toBe(400)
    expect((await testApp.visitor.post('/api/set-up', { token: 'A'.repeat(43), ...grace, role: 'admin' })).status).toBe(
      400,
    )
    expect(await testApp.db.rows(sql`select id from users`)).toEqual([])
  })

  it('starts without output if it has an administrator', async () => {
    const testApp = await opened('off', { empty: false })
    expect(await start(testApp)).toEqual([])
    expect((await signIn(testApp, 'alice', fixturePassword)).status).toBe(200)
  })

  it('prints a new link if the earlier one expired unused', async () => {
    const testApp = await opened('off')
    const first = linkIn(await start(testApp))
    testApp.pass({ days: 8 })
    const second = linkIn(await start(testApp))
    expect(second).not.toBeNull()
    expect((await testApp.visitor.post('/api/set-up', { token: first, ...grace })).status).toBe(404)
  })
})

describe('the command line', () => {
  it('creates a master administrator who chooses a password by link, and ends the set-up link', async () => {
    const testApp = await opened('off')
    const setUp = linkIn(await start(testApp))
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
    const testApp = await opened('off', { empty: false })
    await expect(
      addMasterAdmin(testApp.db, { email: 'SAM@example.com', firstName: 'Sam', lastName: 'Carter' }),
    ).rejects.toMatchObject({ constraint: 'user_email_is_unique' })
    expect((await testApp.alice.get(`/api/users/${testApp.people.sam.id}`)).body.role).toBe('staff')
  })
})
