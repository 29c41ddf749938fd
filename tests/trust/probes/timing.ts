// A2: whether the time of an answer tells accounts apart, as somebody who may ask as often as they like would measure it.
import { startPortal } from '../../running-portal.ts'
import type { Probe } from '../check.ts'
import { type Client, type Reply, rowsOf, signIn, visitor } from './client.ts'

const kinds = ['known', 'unknown', 'inactive', 'not invited yet'] as const
type Kind = (typeof kinds)[number]

/** What anybody can ask about an account that may be there. */
const doors: Record<string, (email: string) => [path: string, body: unknown]> = {
  'sign-in': (email) => ['/api/login', { username: email, password: 'a wrong one, long enough' }],
  'forgotten password': (email) => ['/api/password/forgot', { email }],
}

/** The bar, for a classifier that has nothing but the time: half is a coin. */
const isCoin = (auc: number) => auc >= 0.45 && auc <= 0.55

/**
 * The kinds take turns in a new order each round, so that whatever else the machine does falls on all of them alike. With 400
 * rounds chance alone strays by 0.02: what is outside the bar is measured a second time, and counts when it is outside again.
 */
export const timing: Probe = async ({ long }) => {
  const rounds = long ? 2000 : 400
  const portal = await startPortal({ DEMO: 'on', TRUST_PROXY: '1', CALLS_PER_MINUTE: 'off', LOG_LEVEL: 'error' })
  try {
    const emails = await addressesOf(await signIn(portal.url, 'admin'))
    const lines: string[] = []
    let passed = true
    for (const [door, ask] of Object.entries(doors)) {
      const measure = () => interleaved(rounds, (kind, n) => tryOnce(portal, ask(emails[kind](n)), n))
      let { aucs, answers } = await measure()
      if (!Object.values(aucs).every(isCoin)) {
        const again = await measure()
        aucs = Object.fromEntries(
          Object.entries(aucs).map(([kind, auc]) => [kind, isCoin(auc) ? auc : (again.aucs[kind] ?? auc)]),
        )
        for (const each of again.answers) answers.add(each)
      }
      passed &&= answers.size === 1 && Object.values(aucs).every(isCoin)
      const said = Object.entries(aucs).map(([kind, auc]) => `${kind} ${auc.toFixed(3)}`)
      lines.push(`${door}: ${answers.size} kind of answer, AUC against known ${said.join(', ')}`)
    }
    return { passed, figure: `${lines.join('; ')}; ${rounds} tries each` }
  } finally {
    await portal.stop()
  }
}

/** One address for each kind; of unknown ones a new one each time. */
async function addressesOf(admin: Client): Promise<Record<Kind, (n: number) => string>> {
  const make = async (email: string) => {
    const reply = await admin.call('POST', '/api/users', { email, firstName: 'Nora', lastName: 'Bell', role: 'client' })
    if (reply.status !== 201) throw new Error(`${email} was not made: ${reply.text}`)
    return reply.body as { id: string }
  }
  await make('waits@example.com')
  const { body: users } = await admin.call('GET', '/api/users')
  const named = (username: string) => users.find((each: { username: string }) => each.username === username)
  const { id, email, firstName, lastName, role } = named('staff')
  const change = { email, firstName, lastName, role, isActive: false }
  const { status, text } = await admin.call('PUT', `/api/users/${id}`, change)
  if (status !== 200) throw new Error(`staff was not deactivated: ${text}`)
  return {
    known: () => named('client').email,
    unknown: (n) => `nobody${n}@example.com`,
    inactive: () => email,
    'not invited yet': () => 'waits@example.com',
  }
}

async function tryOnce({ url, dataDir }: { url: string; dataDir: string }, [path, body]: [string, unknown], n: number) {
  // Each from an address of its own, and each hour a new one: the rate limits of A1 are not what is measured.
  if (n % 3 === 0) await rowsOf(dataDir, 'delete from rate_limits')
  return visitor(url).call('POST', path, body, { 'x-forwarded-for': `10.2.${n >> 8}.${n & 255}` })
}

async function interleaved(rounds: number, ask: (kind: Kind, n: number) => Promise<Reply>) {
  const times = Object.fromEntries(kinds.map((kind) => [kind, [] as number[]])) as Record<Kind, number[]>
  const answers = new Set<string>()
  for (let n = 0; n < rounds + 5; n++)
    for (const kind of shuffled(kinds)) {
      const { status, text, headers, milliseconds } = await ask(kind, n)
      // The first ones warm the portal up.
      if (n < 5) continue
      times[kind].push(milliseconds)
      answers.add([status, text, ...[...headers.keys()].toSorted()].join(' '))
    }
  const others = kinds.filter((kind) => kind !== 'known')
  const aucs: Record<string, number> = Object.fromEntries(
    others.map((kind) => [kind, aucOf(times[kind], times.known)] as const),
  )
  return { aucs, answers }
}

const shuffled = <T>(list: readonly T[]): T[] =>
  list
    .map((value) => ({ value, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ value }) => value)

/** How often one of the first is slower than one of the second (Mann and Whitney). */
function aucOf(first: number[], second: number[]): number {
  let slower = 0
  for (const a of first) for (const b of second) slower += a > b ? 1 : a === b ? 0.5 : 0
  return slower / (first.length * second.length)
}
