import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appHolder, setUpApp } from '../../tests/authenticator-apps.ts'
import { newcomer } from '../../tests/newcomers.ts'
import { createTestApp, type Name, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

describe('A9: requiring a second factor of the team', () => {
  const fresh = (name: Name) => testApp.signIn(testApp.people[name].id, testApp.people[name].role)

  it('is limited to an administrator who has one', async () => {
    const alice = await fresh('alice')
    const answer = await alice.put('/api/second-factor/requirement', { isRequired: true })
    expect([answer.status, answer.body.message]).toEqual([409, expect.stringContaining('your own account before')])
    expect((await (await fresh('sam')).put('/api/second-factor/requirement', { isRequired: true })).status).toBe(403)
    expect((await alice.get('/api/second-factor/requirement')).body.isRequired).toBe(false)
  })

  it('blocks the team, but not clients, until it is set up, and can be turned off', async () => {
    const admin = await appHolder(testApp, 'admin')
    const [staff, client, sam] = [
      await newcomer(testApp, 'staff'),
      await newcomer(testApp, 'client'),
      await fresh('sam'),
    ]
    const required = await admin.caller.put('/api/second-factor/requirement', { isRequired: true })
    expect(required.body).toEqual({ isRequired: true, without: expect.any(Number) })
    expect((await testApp.auditLog()).at(-1)?.action).toBe('second-factor.required')

    for (const path of [
      '/api/client-folders',
      '/api/staff',
      '/api/events',
      `/api/client-folders/${testApp.folders.acme.id}`,
    ])
      expect((await sam.get(path)).body?.code, path).toBe('second-factor-required')
    expect((await sam.post('/api/client-folders', {})).body.code).toBe('second-factor-required')
    expect((await sam.get('/api/user')).body.needsSecondFactor).toBe(true)
    expect((await client.caller.get('/api/client-folders')).status).toBe(200)
    expect((await admin.caller.get('/api/client-folders')).status).toBe(200)

    const ready = await setUpApp(testApp, staff)
    expect((await ready.caller.get('/api/client-folders')).status).toBe(200)
    expect((await ready.caller.get('/api/user')).body.needsSecondFactor).toBe(false)
    expect((await ready.caller.delete('/api/second-factor')).body.message).toContain('required for the team')

    const ended = await admin.caller.put('/api/second-factor/requirement', { isRequired: false })
    expect(ended.body.isRequired).toBe(false)
    expect((await sam.get('/api/client-folders')).status).toBe(200)
  })
})
