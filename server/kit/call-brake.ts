// How many calls a person may make in a minute (or an address, signed out), whichever instance they reach. Counted in memory: the
// database learns of it every fifty calls, and says what the other instances and the one before counted (docs/decisions/0110).
import sql from 'sql-template-tag'
import { Refusal } from '../../domain/refusal.ts'
import type { Database } from './db.ts'

export interface CallBrake {
  /** Counts one call; past the limit it refuses with 429 and says when to come back. */
  count(subject: string): void
  /** Writes down what is not yet, so that whoever starts next knows of it. */
  settle(): Promise<void>
}

interface Counted {
  /** Of this instance, not yet written down. */
  own: number
  /** Of all instances, as it was when it was last written down. */
  shared: number
  /** How many of its own it takes until they are written down. */
  due: number
}

const windowMilliseconds = 60_000
const settleEvery = 50
const name = 'calls'

export function openCallBrake(db: Database, limit: number): CallBrake {
  let window = 0
  let counted = new Map<string, Counted>()

  const countedFor = (subject: string): Counted => {
    const now = Math.floor(db.now.getTime() / windowMilliseconds)
    if (now !== window) {
      window = now
      counted = new Map()
    }
    let found = counted.get(subject)
    if (found === undefined) {
      found = { own: 0, shared: 0, due: settleEvery }
      counted.set(subject, found)
    }
    return found
  }

  async function writeDown(subject: string, one: Counted) {
    const [of, written] = [window, one.own]
    one.due = Infinity
    const start = new Date(of * windowMilliseconds)
    try {
      const { tries } = await db.one<{ tries: number }>(sql`
        insert into brakes as b (name, subject, window_start, tries) values (${name}, ${subject}, ${start}, ${written})
        on conflict (name, subject) do update set
          tries = case when b.window_start < ${start} then excluded.tries else b.tries + excluded.tries end,
          window_start = greatest(b.window_start, ${start})
        returning tries`)
      one.shared = tries
      one.own -= written
      one.due = settleEvery
    } catch {
      // A database that is away refuses these calls by itself; they are written down with the next ones.
      one.due = one.own + settleEvery
    }
  }

  return {
    count(subject) {
      if (limit === Infinity) return
      const one = countedFor(subject)
      if (one.own + one.shared >= limit) throw tooMany(db.now)
      one.own++
      if (one.own >= one.due) void writeDown(subject, one)
    },
    async settle() {
      const open = [...counted].filter(([, { own, due }]) => own > 0 && due !== Infinity)
      await Promise.all(open.map(([subject, one]) => writeDown(subject, one)))
    },
  }
}

const tooMany = (now: Date) =>
  new Refusal('too-many', 'That was a great many calls in one minute. Please wait a moment.', {
    retryAfterSeconds: Math.ceil((windowMilliseconds - (now.getTime() % windowMilliseconds)) / 1000),
  })
