// Passwords: argon2id with OWASP's parameters, two hashes at a time, so that many sign-ins at once leave room for everyone else.
import { hash, verify } from '@node-rs/argon2'
import { DomainError } from '../../domain/errors.ts'

const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const atATime = 2
const queueLimit = 20

/**
 * Who waits for a hash. Strangers who try passwords fill their own queue: whoever is signed in, holds a link, or signs in from a
 * browser that they used before has another one, which goes first.
 */
type Caller = 'known' | 'unknown'

let running = 0
const queues: Record<Caller, (() => void)[]> = { known: [], unknown: [] }

async function queued<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
  if (running >= atATime) {
    const queue = queues[caller]
    if (queue.length >= queueLimit)
      throw new DomainError('unavailable', 'Many people are signing in right now. Please try again in a moment.', {
        retryAfterSeconds: 5,
      })
    // Whoever finishes hands on its place, so that nobody else takes it in between.
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

/** Hashes start with how they were made; ours from before, or from elsewhere, are made again at the next sign-in. */
export const isOldHash = (passwordHash: string): boolean =>
  !passwordHash.startsWith(
    `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$`,
  )

export const hashPassword = (password: string): Promise<string> => queued('known', () => hash(password, parameters))

// Of a password nobody knows: an unknown name costs as much time as a known one.
let decoy: Promise<string> | null = null

/** Whether the password is the one of the hash. Without a hash (unknown name, no password yet) it takes as long and says no. */
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
