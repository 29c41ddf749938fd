// A8: fifty sign-ins at once, while others go on working.
import { readFileSync } from 'node:fs'
import { startPortal } from '../../running-portal.ts'
import type { Probe } from '../check.ts'
import { demoPassword, percentile, signIn, visitor } from './client.ts'

const atOnce = 50

export const fiftySignIns: Probe = async () => {
  // Each from an address of its own, as behind a proxy: from one, the brake on guessing would come first.
  const portal = await startPortal({ TRUST_PROXY: '1', DEMO: 'on' })
  try {
    const staff = await signIn(portal.url, 'staff')
    const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${portal.pid}/status`, 'utf8'))?.[1]) / 1024
    const before = memory()
    let most = before
    const work = { goesOn: true }
    const others: number[] = []
    const working = (async () => {
      while (work.goesOn) {
        others.push((await staff.call('GET', '/api/user')).milliseconds)
        most = Math.max(most, memory())
      }
    })()
    const body = { username: 'client', password: demoPassword('client') }
    const replies = await Promise.all(
      Array.from({ length: atOnce }, (_, i) =>
        visitor(portal.url).call('POST', '/api/login', body, { 'x-forwarded-for': `10.1.1.${i + 1}` }),
      ),
    )
    work.goesOn = false
    await working
    const count = (status: number) => replies.filter((reply) => reply.status === status).length
    const retry = replies
      .filter(({ status }) => status === 503)
      .every(({ headers }) => headers.get('retry-after') !== null)
    const p99 = percentile(others, 0.99)
    const grown = Math.round(most - before)
    return {
      passed: count(200) >= 20 && count(200) + count(503) === atOnce && retry && p99 <= 500 && grown <= 200,
      figure: `${count(200)} signed in, ${count(503)} told to try again; others p99 ${p99} ms; memory +${grown} MB`,
    }
  } finally {
    await portal.stop()
  }
}
