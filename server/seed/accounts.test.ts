import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterEach, describe, expect, it } from 'vitest'
import { setUpApp } from '../../tests/authenticator-apps.ts'
import { castPassword, createWorld, type Answer, type World } from '../../tests/world.ts'
import type { Config } from '../config.ts'
import { addMasterAdmin } from '../passwords/master-admin.ts'
import { prepareAccounts } from './accounts.ts'
import { typed } from '../kit/row-types.ts'

const worlds: World[] = []
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close()
})

async function opened(
  demo: 'on' | 'off',
  { empty = true, ...settings }: { empty?: boolean; PUBLIC_URL?: string } = {},
) {
  const world = await createWorld({ DEMO: demo, ...settings })
  worlds.push(world)
  if (empty) {
    await world.db.run(sql`delete from sessions`)
    await world.db.run(sql`delete from client_folders`)
    await world.db.run(sql`delete from users`)
  }
  return world
}

/** The portal starts: what it says. */
async function start(world: World, changed: Partial<Config> | boolean = {}) {
  const said: string[] = []
  const config = { ...world.config, ...(typeof changed === 'boolean' ? { demonstration: changed } : changed) }
  await prepareAccounts({ ...world.parts, config }, (line) => said.push(line))
  return said
}

const linkIn = (said: string[]) => /\/set-up\/([\w-]{43})/.exec(said.join('\n'))?.[1] ?? null
const signIn = (world: World, username: string, password: string) =>
  world.visitor.post('/api/login', { username, password })
const caller = (world: World, answer: Answer) =>
  world.caller(
    [answer.headers['set-cookie'] ?? []]
      .flat()
      .map((line) => String(line).split(';')[0])
      .join('; '),
  )

describe('a demonstration', () => {
  it('has four accounts that anybody may use, the client’s folder, and nothing else', async () => {
    const world = await opened('on')
    expect(await start(world)).toEqual([expect.stringContaining('demonstration')])
    const { body } = await world.visitor.get('/api/demonstration')
    expect(body.accounts).toEqual([
      { username: 'master', password: 'demo-master-2026', role: 'master-admin' },
      { username: 'admin', password: 'demo-admin-2026', role: 'admin' },
      { username: 'staff', password: 'demo-staff-2026', role: 'staff' },
      { username: 'client', password: 'demo-client-2026', role: 'client' },
    ])
    for (const { username, password, role } of body.accounts)
      expect((await signIn(world, username, password)).body.user).toMatchObject({
        username,
        role,
        email: `${username}@example.com`,
      })
    const [folder, ...others] = await world.db.rows(typed(z.object({ client: z.string(), staff: z.string() }))`
      select client.username as client, staff.username as staff from client_folders f
      join users client on client.id = f.client_id join users staff on staff.id = f.assigned_staff_id`)
    expect([folder, others]).toEqual([{ client: 'client', staff: 'staff' }, []])
  })

  it('starts again without a word, in one statement', async () => {
    const world = await opened('on')
    await start(world)
    const trail = (await world.trail()).length
    expect(await start(world)).toEqual([])
    const times = []
    for (let i = 0; i < 5; i++) {
      const began = performance.now()
      await start(world)
      times.push(performance.now() - began)
    }
    expect(Math.min(...times)).toBeLessThan(10)
    expect((await world.trail()).length).toBe(trail)
  })

  it('is opened once by two instances that start together', async () => {
    const world = await opened('on')
    await Promise.all([start(world), start(world), start(world)])
    expect(await world.db.rows(sql`select id from users`)).toHaveLength(4)
    expect(await world.db.rows(sql`select id from client_folders`)).toHaveLength(1)
  })

  it('refuses to start on a database that has real people', async () => {
    const world = await opened('on', { empty: false })
    await expect(start(world)).rejects.toThrow(
      'This database has the accounts of real people, so it can’t run as a demonstration: set NODE_ENV=production or DEMO=off, or choose an empty DATA_DIR.',
    )
    expect((await world.visitor.get('/api/demonstration')).status).toBe(404)
    expect((await signIn(world, 'admin', 'demo-admin-2026')).status).toBe(401)
  })

  it('switched off is disabled, sessions and all, and a set-up link is printed', async () => {
    const world = await opened('on')
    await start(world)
    const staff = caller(world, await signIn(world, 'staff', 'demo-staff-2026'))
    expect((await staff.get('/api/user')).status).toBe(200)
    const said = await start(world, false)
    expect(said[0]).toContain('disabled')
    expect(linkIn(said)).not.toBeNull()
    expect((await staff.get('/api/user')).status).toBe(401)
    expect((await signIn(world, 'admin', 'demo-admin-2026')).status).toBe(401)
    expect((await world.visitor.get('/api/demonstration')).status).toBe(404)
    expect((await world.trail()).filter(({ action }) => action === 'user.deactivated')).toHaveLength(4)
    expect((await world.trail()).filter(({ action }) => action === 'portal.set-up-link-printed')).toHaveLength(1)
  })

  it('refuses to start beside an administrator from the command line, and stays for people whom it invited itself', async () => {
    const world = await opened('on')
    await start(world)
    const admin = caller(world, await signIn(world, 'admin', 'demo-admin-2026'))
    const invited = await admin.post('/api/staff', { email: 'rae@firm.example', firstName: 'Rae', lastName: 'Fox' })
    const token = invited.body.invitationUrl.split('/').at(-1)
    await world.visitor.post('/api/invitations/accept', { token, password: 'seven kettles near a window' })
    expect(await start(world)).toEqual([])
    await addMasterAdmin(world.db, { email: 'ida@firm.example', firstName: 'Ida', lastName: 'Voss' })
    await expect(start(world)).rejects.toThrow('accounts of real people')
  })

  it('comes back only while nobody real has come', async () => {
    const world = await opened('on')
    await start(world)
    await start(world, false)
    expect(await start(world)).toEqual([expect.stringContaining('demonstration')])
    expect((await signIn(world, 'admin', 'demo-admin-2026')).status).toBe(200)
    const said = await start(world, false)
    const person = {
      email: 'grace@firm.example',
      firstName: 'Grace',
      lastName: 'Obi',
      password: 'seven kettles near a window',
    }
    expect((await world.visitor.post('/api/set-up', { token: linkIn(said), ...person })).status).toBe(201)
    await expect(start(world)).rejects.toThrow('accounts of real people')
    expect((await signIn(world, 'admin', 'demo-admin-2026')).status).toBe(401)
  })
})

describe('a demonstration on a public address', () => {
  const usernames = ['master', 'admin', 'staff', 'client']
  const printed = (said: string[]) => Object.fromEntries(said.slice(1).map((line) => line.trim().split(/\s+/)))

  it('prints random passwords at each start, which alone open its accounts, and shows none', async () => {
    const world = await opened('on', { PUBLIC_URL: 'https://demo.example.com' })
    const said = await start(world)
    expect(said[0]).toContain('demonstration')
    const passwords = printed(said)
    expect(Object.keys(passwords)).toEqual(usernames)
    expect(new Set(Object.values(passwords)).size).toBe(4)
    for (const username of usernames) {
      expect(passwords[username]).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)
      expect((await signIn(world, username, `demo-${username}-2026`)).status).toBe(401)
      expect((await signIn(world, username, passwords[username])).status).toBe(200)
    }
    const { body, text } = await world.visitor.get('/api/demonstration')
    expect(
      body.accounts.map(({ username, password }: { username: string; password: null }) => [username, password]),
    ).toEqual(usernames.map((username) => [username, null]))
    for (const password of Object.values(passwords)) expect(text).not.toContain(password)
    expect(printed(await start(world))).toEqual(passwords)
    const other = await opened('on', { PUBLIC_URL: 'https://demo.example.com' })
    expect(printed(await start(other)).admin).not.toBe(passwords.admin)
  })

  it('replaces the well-known passwords of one that was local before, ends its sessions, and brings them back', async () => {
    const world = await opened('on')
    await start(world)
    const staff = caller(world, await signIn(world, 'staff', 'demo-staff-2026'))
    const passwords = printed(await start(world, { isPublic: true }))
    expect((await staff.get('/api/user')).status).toBe(401)
    expect((await signIn(world, 'staff', 'demo-staff-2026')).status).toBe(401)
    expect((await signIn(world, 'staff', passwords.staff)).status).toBe(200)
    await start(world)
    expect((await signIn(world, 'staff', passwords.staff)).status).toBe(401)
    expect((await signIn(world, 'staff', 'demo-staff-2026')).status).toBe(200)
  })
})

describe('A11: a portal in earnest', () => {
  const grace = {
    email: 'grace@firm.example',
    firstName: 'Grace',
    lastName: 'Obi',
    password: 'seven kettles near a window',
  }

  it('starts without any account, and prints a link once', async () => {
    const world = await opened('off')
    const said = await start(world)
    expect(said[1]).toMatch(/^ {2}http:\/\/localhost:3000\/set-up\/[\w-]{43}$/)
    expect(await world.db.rows(sql`select id from users`)).toEqual([])
    const stored = JSON.stringify([await world.db.rows(sql`select * from one_time_links`), await world.trail()])
    expect(stored).not.toContain(linkIn(said))
    const again = await start(world)
    expect([linkIn(again), again[0]]).toEqual([null, expect.stringContaining('create-admin')])
  })

  it('prints one link when two instances start together', async () => {
    const world = await opened('off')
    const links = (await Promise.all([start(world), start(world), start(world)]))
      .map(linkIn)
      .filter((link) => link !== null)
    expect(links).toHaveLength(1)
    expect(await world.db.rows(sql`select id from one_time_links`)).toHaveLength(1)
  })

  it('is set up with the link, once, also of five at once', async () => {
    const world = await opened('off')
    const token = linkIn(await start(world))
    const weak = await world.visitor.post('/api/set-up', { token, ...grace, password: 'Grace Obi ProHR 1' })
    expect([weak.status, weak.body.issues[0].path]).toEqual([400, 'password'])
    expect((await world.visitor.post('/api/one-time-links/look', { token, purpose: 'set-up' })).body).toEqual({
      email: null,
      firstName: null,
      username: null,
    })
    const tries = await Promise.all(
      Array.from({ length: 5 }, (_, i) =>
        world.visitor.post('/api/set-up', { token, ...grace, email: `grace${i}@firm.example` }),
      ),
    )
    expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409])
    const winner = tries.find(({ status }) => status === 201) as Answer
    expect(winner.body.user).toMatchObject({ role: 'master-admin', isActive: true })
    expect((await caller(world, winner).get('/api/user')).body).toMatchObject({ needsSecondFactor: true })
    expect(await world.db.rows(sql`select id from users`)).toHaveLength(1)
    expect(await start(world)).toEqual([])
  })

  it('requires a second factor of the team from its first start, until an administrator turns that off', async () => {
    const world = await opened('off')
    const token = linkIn(await start(world))
    const first = caller(world, await world.visitor.post('/api/set-up', { token, ...grace }))
    expect((await first.get('/api/users')).body.code).toBe('second-factor-required')
    const { caller: ready } = await setUpApp(world, { id: '', email: grace.email, role: 'admin', caller: first })
    expect((await ready.get('/api/users')).status).toBe(200)
    expect((await ready.put('/api/second-factor/requirement', { isRequired: false })).body.isRequired).toBe(false)
    await start(world)
    expect((await ready.get('/api/second-factor/requirement')).body.isRequired).toBe(false)
  })

  it('leaves a demonstration without that requirement', async () => {
    const world = await opened('on')
    await start(world)
    expect(await world.db.rows(sql`select name from portal_facts where name like 'second-factor%'`)).toEqual([])
  })

  it('is not set up by a wrong link, nor without one', async () => {
    const world = await opened('off')
    await start(world)
    expect((await world.visitor.post('/api/set-up', { token: 'A'.repeat(43), ...grace })).status).toBe(404)
    expect((await world.visitor.post('/api/set-up', grace)).status).toBe(400)
    expect((await world.visitor.post('/api/set-up', { token: 'A'.repeat(43), ...grace, role: 'admin' })).status).toBe(
      400,
    )
    expect(await world.db.rows(sql`select id from users`)).toEqual([])
  })

  it('with an administrator starts in silence', async () => {
    const world = await opened('off', { empty: false })
    expect(await start(world)).toEqual([])
    expect((await signIn(world, 'alice', castPassword)).status).toBe(200)
  })

  it('gets a new link when the earlier one has expired unused', async () => {
    const world = await opened('off')
    const first = linkIn(await start(world))
    world.pass({ days: 8 })
    const second = linkIn(await start(world))
    expect(second).not.toBeNull()
    expect((await world.visitor.post('/api/set-up', { token: first, ...grace })).status).toBe(404)
  })
})

describe('the command line', () => {
  it('makes a master-admin who chooses a password by a link, and ends the set-up link', async () => {
    const world = await opened('off')
    const setUp = linkIn(await start(world))
    const path = await addMasterAdmin(world.db, { email: 'ida@firm.example', firstName: 'Ida', lastName: 'Voss' })
    const token = path.replace('/invitation/', '')
    const set = {
      token: setUp,
      email: 'x@firm.example',
      firstName: 'X',
      lastName: 'Y',
      password: 'seven kettles near a window',
    }
    expect((await world.visitor.post('/api/set-up', set)).status).toBe(404)
    const answer = await world.visitor.post('/api/invitations/accept', {
      token,
      password: 'seven kettles near a window',
    })
    expect(answer.body.user).toMatchObject({ username: 'ida', role: 'master-admin' })
    expect(await start(world)).toEqual([])
  })

  it('does not make one of somebody known', async () => {
    const world = await opened('off', { empty: false })
    await expect(
      addMasterAdmin(world.db, { email: 'SAM@example.com', firstName: 'Sam', lastName: 'Carter' }),
    ).rejects.toMatchObject({ constraint: 'user_email_is_unique' })
    expect((await world.alice.get(`/api/users/${world.people.sam.id}`)).body.role).toBe('staff')
  })
})
