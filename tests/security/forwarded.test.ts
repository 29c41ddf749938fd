// A forged X-Forwarded-For does not change the caller's address, with and without a proxy.
import { afterAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../test-app.ts'

const testApps: TestApp[] = []
afterAll(async () => void (await Promise.all(testApps.map((testApp) => testApp.close()))))

const perAddress = 20

/** The statuses of password reset requests, one more than the limit of an address. */
async function asked(settings: NodeJS.ProcessEnv, forwarded: (n: number) => string): Promise<number[]> {
  const testApp = await createTestApp(settings)
  testApps.push(testApp)
  const statuses: number[] = []
  for (let n = 0; n <= perAddress; n++) {
    const headers = { 'x-forwarded-for': forwarded(n), 'x-real-ip': `203.0.113.${n}`, forwarded: `for=203.0.113.${n}` }
    statuses.push((await testApp.visitor.post('/api/password/forgot', { email: `n${n}@example.com` }, headers)).status)
  }
  return statuses
}

const oneTooMany = [...Array<number>(perAddress).fill(200), 429]

describe('F1: a forged X-Forwarded-For', () => {
  it('is ignored without a configured proxy', async () => {
    expect(await asked({}, (n) => `203.0.113.${n}`)).toEqual(oneTooMany)
  })

  it('precedes the proxy’s own entry, which alone counts', async () => {
    expect(await asked({ TRUST_PROXY: '1' }, (n) => `203.0.113.${n}, 198.51.100.7`)).toEqual(oneTooMany)
  })

  it('does not distinguish people behind one proxy; the proxy’s own entry does', async () => {
    expect(await asked({ TRUST_PROXY: '1' }, (n) => `198.51.100.${n}`)).toEqual(Array(perAddress + 1).fill(200))
  })
})
