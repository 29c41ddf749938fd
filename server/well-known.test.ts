import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp({ PROVIDER_EMAIL: 'security@firm.example' })))
afterAll(() => testApp.close())

it('security.txt names the firm’s address and a date in the coming year', async () => {
  const { status, headers, text } = await testApp.visitor.get('/.well-known/security.txt')
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(text).toContain('Contact: mailto:security@firm.example\n')
  const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '')
  expect(expires).toBeGreaterThan(Date.now() + 100 * 86_400_000)
  expect(expires).toBeLessThan(Date.now() + 365 * 86_400_000)
})

it('change-password redirects to the account page', async () => {
  const { status, headers } = await testApp.visitor.get('/.well-known/change-password')
  expect([status, headers.location]).toEqual([302, '/account'])
})

it('the status page warns if a proxy is in front and TRUST_PROXY is not set', async () => {
  const proxy = async () =>
    (await testApp.alice.get('/api/status')).body.checks.find(({ name }: { name: string }) => name === 'proxy')
  expect(await proxy()).toMatchObject({ result: 'ok' })
  await testApp.visitor.get('/api/user', { 'x-forwarded-for': '203.0.113.9' })
  expect(await proxy()).toMatchObject({ result: 'warning', says: expect.stringContaining('TRUST_PROXY isn’t set') })
})
