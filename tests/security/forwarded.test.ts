// What somebody writes into X-Forwarded-For gives them no other address, without a proxy and behind one.
import { afterAll, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../world.ts'

const worlds: World[] = []
afterAll(async () => void (await Promise.all(worlds.map((world) => world.close()))))

const perAddress = 20

/** The statuses of asking for new passwords, one more often than an address may. */
async function asked(settings: NodeJS.ProcessEnv, forwarded: (n: number) => string): Promise<number[]> {
  const world = await createWorld(settings)
  worlds.push(world)
  const statuses: number[] = []
  for (let n = 0; n <= perAddress; n++) {
    const headers = { 'x-forwarded-for': forwarded(n), 'x-real-ip': `203.0.113.${n}`, forwarded: `for=203.0.113.${n}` }
    statuses.push((await world.visitor.post('/api/password/forgot', { email: `n${n}@example.com` }, headers)).status)
  }
  return statuses
}

const oneTooMany = [...Array<number>(perAddress).fill(200), 429]

describe('F1: a made-up X-Forwarded-For', () => {
  it('is not read where no proxy is named', async () => {
    expect(await asked({}, (n) => `203.0.113.${n}`)).toEqual(oneTooMany)
  })

  it('stands before what the proxy adds, which alone counts', async () => {
    expect(await asked({ TRUST_PROXY: '1' }, (n) => `203.0.113.${n}, 198.51.100.7`)).toEqual(oneTooMany)
  })

  it('is not what tells people behind one proxy apart: what the proxy says does', async () => {
    expect(await asked({ TRUST_PROXY: '1' }, (n) => `198.51.100.${n}`)).toEqual(Array(perAddress + 1).fill(200))
  })
})
