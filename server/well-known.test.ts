import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWorld, type World } from '../tests/world.ts'

let world: World
beforeAll(async () => void (world = await createWorld({ PROVIDER_EMAIL: 'security@firm.example' })))
afterAll(() => world.close())

it('security.txt names the firm’s address and a date in the coming year', async () => {
  const { status, headers, text } = await world.visitor.get('/.well-known/security.txt')
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(text).toContain('Contact: mailto:security@firm.example\n')
  const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '')
  expect(expires).toBeGreaterThan(Date.now() + 100 * 86_400_000)
  expect(expires).toBeLessThan(Date.now() + 365 * 86_400_000)
})

it('change-password leads to the account page', async () => {
  const { status, headers } = await world.visitor.get('/.well-known/change-password')
  expect([status, headers.location]).toEqual([302, '/account'])
})

it('the status page warns when a proxy is in front and TRUST_PROXY is not set', async () => {
  const proxy = async () =>
    (await world.alice.get('/api/status')).body.checks.find(({ name }: { name: string }) => name === 'proxy')
  expect(await proxy()).toMatchObject({ standing: 'good' })
  await world.visitor.get('/api/user', { 'x-forwarded-for': '203.0.113.9' })
  expect(await proxy()).toMatchObject({ standing: 'look', says: expect.stringContaining('TRUST_PROXY is not set') })
})
