// What sign-in reveals and costs, measured from outside.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Portal, startPortal } from '../../running-portal.ts'
import { count, isFull, measured } from '../measured.ts'
import { type Client, demoPassword, megabytesOf, messagesPath, percentile, rowsOf, signIn, visitor } from './client.ts'

const hour = 3_600_000

const questions: Record<string, (email: string) => [path: string, body: unknown]> = {
  'a sign-in': (email) => ['/api/login', { username: email, password: 'a wrong one, long enough' }],
  'a forgotten password': (email) => ['/api/password/forgot', { email }],
  'a sign-in link': (email) => ['/api/sign-in-links', { email }],
}

describe.each(Object.entries(questions))('A2: %s', (_name, ask) => {
  it(
    'gets the same reply in the same time for known, unknown, inactive, and invited people',
    { timeout: hour },
    async (test) => {
      const portal = await startPortal({ DEMO: 'on', TRUST_PROXY: '1', CALLS_PER_MINUTE: 'off', LOG_LEVEL: 'error' })
      onTestFinished(() => portal.stop())
      const emails = await emailsOfKinds(await signIn(portal.url, 'admin'))
      const times = Object.fromEntries(Object.keys(emails).map((kind) => [kind, [] as number[]]))
      const answers = new Set<string>()
      const rounds = count(20, 1000)
      // The kinds are called in random order, so that other load affects all of them alike. The first rounds warm up.
      for (let round = -5; round < rounds; round++) {
        // Each address is asked for the first time, as the unknown ones are: a second attempt is counted faster.
        await rowsOf(portal.dataDir, 'delete from rate_limits')
        for (const [kind, emailOf] of inRandomOrder(Object.entries(emails))) {
          const from = { 'x-forwarded-for': `10.2.${(round + 5) >> 8}.${(round + 5) & 255}` }
          const { status, text, headers, milliseconds } = await visitor(portal.url).call(
            'POST',
            ...ask(emailOf(round)),
            from,
          )
          await jobsAreDone(portal.dataDir)
          if (round < 0) continue
          times[kind]?.push(milliseconds)
          answers.add([status, text, ...[...headers.keys()].toSorted()].join(' '))
        }
      }
      expect([...answers]).toHaveLength(1)
      const { known = [], ...others } = times
      const aucs = Object.entries(others).map(([kind, of]) => [kind, aucOf(of, known)] as const)
      measured(
        test,
        `AUC against known: ${aucs.map(([kind, auc]) => `${kind} ${auc.toFixed(3)}`).join(', ')}; ${rounds} tries each`,
      )
      if (isFull) expect(aucs.filter(([, auc]) => auc < 0.45 || auc > 0.55)).toEqual([])
    },
  )
})

/** The job that follows a known address would slow down the next call. */
async function jobsAreDone(dataDir: string) {
  const waiting = 'select from graphile_worker.jobs where run_at <= now() limit 1'
  while ((await rowsOf(dataDir, waiting)).length > 0);
}

function inRandomOrder<T>(items: T[]): T[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item)
}

/** One address for each kind; a new one each time for unknown people. */
async function emailsOfKinds(admin: Client): Promise<Record<string, (round: number) => string>> {
  const invited = { email: 'waits@example.com', firstName: 'Nora', lastName: 'Bell', role: 'client' }
  expect((await admin.call('POST', '/api/users', invited)).status).toBe(201)
  const { body: users } = await admin.call('GET', '/api/users')
  const named = (username: string) => users.find((each: { username: string }) => each.username === username)
  const { id, email, firstName, lastName, role } = named('staff')
  const change = { email, firstName, lastName, role, isActive: false }
  expect((await admin.call('PUT', `/api/users/${id}`, change)).status).toBe(200)
  return {
    known: () => named('client').email,
    unknown: (round) => `nobody${round + 5}@example.com`,
    inactive: () => email,
    invited: () => invited.email,
  }
}

/** How often one of the first is slower than one of the second (Mann-Whitney). Half means no difference. */
function aucOf(first: number[], second: number[]): number {
  let slower = 0
  for (const a of first) for (const b of second) slower += a > b ? 1 : a === b ? 0.5 : 0
  return slower / (first.length * second.length)
}

it('A8: fifty concurrent sign-ins are served or told to try again, and block no one else', async (test) => {
  // Each from a separate address, because the guessing limit of one address would apply first.
  const portal = await startPortal({ TRUST_PROXY: '1', DEMO: 'on', CALLS_PER_MINUTE: 'off' })
  onTestFinished(() => portal.stop())
  const staff = await signIn(portal.url, 'staff')
  // The assistant, which loads in the background after the start, is not what is measured.
  expect((await staff.call('GET', '/api/hr-assistant/passages?q=overtime')).status).toBe(200)
  const before = megabytesOf(portal.pid)
  let most = before
  const work = { isOver: false }
  const others: number[] = []
  const working = (async () => {
    while (!work.isOver) {
      others.push((await staff.call('GET', '/api/user')).milliseconds)
      most = Math.max(most, megabytesOf(portal.pid))
    }
  })()
  const body = { username: 'client', password: demoPassword('client') }
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      visitor(portal.url).call('POST', '/api/login', body, { 'x-forwarded-for': `10.1.1.${i + 1}` }),
    ),
  )
  work.isOver = true
  await working
  const [entered, delayed] = [200, 503].map((status) => replies.filter((reply) => reply.status === status))
  measured(
    test,
    `${entered?.length} signed in, ${delayed?.length} told to try again; others p99 ${percentile(others, 0.99)} ms; memory +${Math.round(most - before)} MB`,
  )
  expect((entered?.length ?? 0) + (delayed?.length ?? 0)).toBe(50)
  expect(entered?.length).toBeGreaterThanOrEqual(20)
  expect(delayed?.length).toBeGreaterThan(0)
  expect(delayed?.every(({ headers }) => headers.has('retry-after'))).toBe(true)
  expect(most - before).toBeLessThanOrEqual(200)
  if (isFull) expect(percentile(others, 0.99)).toBeLessThanOrEqual(500)
})

const faketime = ['x86_64', 'aarch64']
  .map((cpu) => `/usr/lib/${cpu}-linux-gnu/faketime/libfaketimeMT.so.1`)
  .find(existsSync)

/** Less than the hour after which an idle session ends. */
const stepMinutes = 50

// libfaketime (apt-get install faketime) reads from a file what time to tell the portal.
describe.runIf(isFull && faketime !== undefined)('A4, G6: when the clock of a running portal is moved', () => {
  it('sessions expire on time and remain expired, and messages retain their order', { timeout: hour }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'portal-clock-'))
    const file = join(folder, 'time')
    writeFileSync(file, '+0\n')
    const portal = await startPortal({
      DEMO: 'on',
      LD_PRELOAD: faketime,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    })
    onTestFinished(async () => {
      await portal.stop()
      rmSync(folder, { recursive: true })
    })
    let now = 0
    const moveTo = async (minutes: number) => {
      now = minutes
      writeFileSync(file, `${minutes < 0 ? '-' : '+'}${Math.abs(minutes) * 60}\n`)
      await expect.poll(() => minutesAhead(portal), { timeout: 20_000, interval: 100 }).toBe(minutes)
    }
    const statusOf = async (client: Client) => (await client.call('GET', '/api/user')).status

    const idle = await signIn(portal.url, 'staff')
    await moveTo(61)
    expect(await statusOf(idle)).toBe(401)
    await moveTo(0)
    expect(await statusOf(idle)).toBe(401)
    for (const [who, longest] of [
      ['staff', 12 * 60],
      ['client', 24 * 60],
    ] as const) {
      const session = await signIn(portal.url, who)
      const began = now
      for (let minutes = stepMinutes; minutes < longest; minutes += stepMinutes) {
        await moveTo(began + minutes)
        expect(await statusOf(session), `${who} after ${minutes} minutes`).toBe(200)
      }
      await moveTo(began + longest + 1)
      expect(await statusOf(session)).toBe(401)
    }
    const client = await signIn(portal.url, 'client')
    const path = await messagesPath(client)
    const sent = ['Before the clock was set back', 'After it']
    for (const content of sent) {
      await client.call('POST', path, { content })
      await moveTo(now - 60)
    }
    const contents = (await client.call('GET', path)).body.map((message: { content: string }) => message.content)
    expect(contents.filter((content: string) => sent.includes(content))).toEqual(sent)
    expect((await visitor(portal.url).call('GET', '/readyz')).status).toBe(200)
  })
})

async function minutesAhead({ url }: Portal): Promise<number> {
  const { headers } = await visitor(url).call('GET', '/healthz')
  // A rounded small negative number is -0, which `toBe` distinguishes from 0.
  return Math.round((Date.parse(headers.get('date') ?? '') - Date.now()) / 60_000) + 0
}
