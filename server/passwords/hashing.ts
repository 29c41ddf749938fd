// Password hashing: argon2id with OWASP's parameters, two at a time, so that many sign-ins leave capacity for everyone
// else.
import { hash, verify } from '@node-rs/argon2'
import { DomainError } from '../../domain/errors.ts'

const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const atATime = 2
const queueLimit = 20

/**
 * Priority of a hash. Password guessing by strangers has its own queue: anyone who is signed in, holds a link, or signs
 * in from a known browser uses another one, which has priority.
 */
type Caller = 'known' | 'unknown'

let running = 0
const queues: Record<Caller, (() => void)[]> = { known: [], unknown: [] }

async function queued<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
  if (running >= atATime) {
    const queue = queues[caller]
    if (queue.length >= queueLimit)
      throw new DomainError('unavailable', 'Many people are signing in right now. Try again in a moment.', {
        retryAfterSeconds: 5,
      })
    // A finished hash passes its slot on directly, so that no one else takes it in between.
    await new Promise<void>((resolve) => queue.push(resolve))
  } else running++
  try {
    return await work()
  } finally {
    const next = queues.known.shift() ?? queues.unknown.shift()
    if (next === undefined) running--
    else next()
  }
}

/** Hashes begin with their parameters; outdated ones are replaced at the next sign-in. */
export const isOldHash = (passwordHash: string): boolean =>
  !passwordHash.startsWith(
    `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$`,
  )

export const hashPassword = (password: string): Promise<string> => queued('known', () => hash(password, parameters))

// Hash of a random password: verifying an unknown name takes as long as a known one.
let decoy: Promise<string> | null = null

/**
 * Whether the password matches the hash. Without a hash (unknown name, no password yet) it takes as long and returns
 * false.
 */
export async function isRightPassword(
  passwordHash: string | null,
  password: string,
  caller: Caller = 'known',
): Promise<boolean> {
  decoy ??= hash(crypto.randomUUID(), parameters)
  const against = passwordHash ?? (await decoy)
  const right = await queued(caller, () => verify(against, password))
  return right && passwordHash !== null
}
