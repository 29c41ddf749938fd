// A demonstration: its accounts and passwords, when it refuses to start, and what turning it off does.
import pg from 'pg'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { closeStarted, openUnstarted, setUpLinkIn, signedInBy, signInTo, start } from '../../tests/first-start.ts'
import { typed } from '../kit/row-types.ts'
import { addMasterAdmin } from '../passwords/master-admin.ts'

afterEach(closeStarted)

describe('a demonstration', () => {
  it('has four public accounts, the client’s folder, and nothing else', async () => {
    const testApp = await openUnstarted('on')
    expect(await start(testApp)).toEqual([expect.stringContaining('Demonstration')])
    const { body } = await testApp.visitor.get('/api/demonstration')
    expect(body.accounts).toEqual([
      { username: 'master', password: 'demo-master-2026', role: 'master-admin' },
      { username: 'admin', password: 'demo-admin-2026', role: 'admin' },
      { username: 'staff', password: 'demo-staff-2026', role: 'staff' },
      { username: 'client', password: 'demo-client-2026', role: 'client' },
    ])
    for (const { username, password, role } of body.accounts)
      expect((await signInTo(testApp, username, password)).body.user).toMatchObject({
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
    const testApp = await openUnstarted('on')
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
    const testApp = await openUnstarted('on')
    await Promise.all([start(testApp), start(testApp), start(testApp)])
    expect(await testApp.db.rows(sql`select id from users`)).toHaveLength(4)
    expect(await testApp.db.rows(sql`select id from client_folders`)).toHaveLength(1)
  })

  it('refuses to start on a database that has real users', async () => {
    const testApp = await openUnstarted('on', { empty: false })
    await expect(start(testApp)).rejects.toThrow(
      'This database has accounts of real people, so it can’t run as a demonstration. Set NODE_ENV=production or DEMO=off, or choose an empty DATA_DIR.',
    )
    expect((await testApp.visitor.get('/api/demonstration')).status).toBe(404)
    expect((await signInTo(testApp, 'admin', 'demo-admin-2026')).status).toBe(401)
  })

  it('is disabled with all its sessions when it is turned off, and a set-up link is printed', async () => {
    const testApp = await openUnstarted('on')
    await start(testApp)
    const staff = signedInBy(testApp, await signInTo(testApp, 'staff', 'demo-staff-2026'))
    expect((await staff.get('/api/user')).status).toBe(200)
    const output = await start(testApp, { demonstration: false })
    expect(output[0]).toContain('disabled')
    expect(setUpLinkIn(output)).not.toBeNull()
    expect((await staff.get('/api/user')).status).toBe(401)
    expect((await signInTo(testApp, 'admin', 'demo-admin-2026')).status).toBe(401)
    expect((await testApp.visitor.get('/api/demonstration')).status).toBe(404)
    expect((await testApp.auditLog()).filter(({ action }) => action === 'user.deactivated')).toHaveLength(4)
    expect((await testApp.auditLog()).filter(({ action }) => action === 'portal.set-up-link-printed')).toHaveLength(1)
  })

  it('refuses to start with an administrator from the command line, but not with users that it invited', async () => {
    const testApp = await openUnstarted('on')
    await start(testApp)
    const admin = signedInBy(testApp, await signInTo(testApp, 'admin', 'demo-admin-2026'))
    const invited = await admin.post('/api/staff', { email: 'rae@firm.example', firstName: 'Rae', lastName: 'Fox' })
    const token = invited.body.invitationUrl.split('/').at(-1)
    await testApp.visitor.post('/api/invitations/accept', { token, password: 'seven kettles near a window' })
    expect(await start(testApp)).toEqual([])
    await addMasterAdmin(testApp.db, { email: 'ida@firm.example', firstName: 'Ida', lastName: 'Voss' })
    await expect(start(testApp)).rejects.toThrow('accounts of real people')
  })

  it('can be turned on again only while there is no real user', async () => {
    const testApp = await openUnstarted('on')
    await start(testApp)
    await start(testApp, { demonstration: false })
    expect(await start(testApp)).toEqual([expect.stringContaining('Demonstration')])
    expect((await signInTo(testApp, 'admin', 'demo-admin-2026')).status).toBe(200)
    const output = await start(testApp, { demonstration: false })
    const person = {
      email: 'grace@firm.example',
      firstName: 'Grace',
      lastName: 'Obi',
      password: 'seven kettles near a window',
    }
    expect((await testApp.visitor.post('/api/set-up', { token: setUpLinkIn(output), ...person })).status).toBe(201)
    await expect(start(testApp)).rejects.toThrow('accounts of real people')
    expect((await signInTo(testApp, 'admin', 'demo-admin-2026')).status).toBe(401)
  })
})

describe('a demonstration on a public address', () => {
  const usernames = ['master', 'admin', 'staff', 'client']
  const printed = (output: string[]) => Object.fromEntries(output.slice(1).map((line) => line.trim().split(/\s+/)))

  it('prints random passwords at each start, which alone open its accounts, and shows none', async () => {
    const testApp = await openUnstarted('on', { PUBLIC_URL: 'https://demo.example.com' })
    const output = await start(testApp)
    expect(output[0]).toContain('Demonstration')
    const passwords = printed(output)
    expect(Object.keys(passwords)).toEqual(usernames)
    expect(new Set(Object.values(passwords)).size).toBe(4)
    for (const username of usernames) {
      expect(passwords[username]).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)
      expect((await signInTo(testApp, username, `demo-${username}-2026`)).status).toBe(401)
      expect((await signInTo(testApp, username, passwords[username])).status).toBe(200)
    }
    const { body, text } = await testApp.visitor.get('/api/demonstration')
    expect(
      body.accounts.map(({ username, password }: { username: string; password: null }) => [username, password]),
    ).toEqual(usernames.map((username) => [username, null]))
    for (const password of Object.values(passwords)) expect(text).not.toContain(password)
    expect(printed(await start(testApp))).toEqual(passwords)
    const other = await openUnstarted('on', { PUBLIC_URL: 'https://demo.example.com' })
    expect(printed(await start(other)).admin).not.toBe(passwords.admin)
  })

  it('replaces the well-known passwords of an earlier local demonstration, ends its sessions, and restores them later', async () => {
    const testApp = await openUnstarted('on')
    await start(testApp)
    const staff = signedInBy(testApp, await signInTo(testApp, 'staff', 'demo-staff-2026'))
    const passwords = printed(await start(testApp, { isPublic: true }))
    expect((await staff.get('/api/user')).status).toBe(401)
    expect((await signInTo(testApp, 'staff', 'demo-staff-2026')).status).toBe(401)
    expect((await signInTo(testApp, 'staff', passwords.staff)).status).toBe(200)
    await start(testApp)
    expect((await signInTo(testApp, 'staff', passwords.staff)).status).toBe(401)
    expect((await signInTo(testApp, 'staff', 'demo-staff-2026')).status).toBe(200)
  })
})
