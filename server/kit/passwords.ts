// Passwords: argon2id with OWASP's parameters, two hashes at a time, so that a wave of sign-ins leaves room for everyone else.
import { hash, verify } from '@node-rs/argon2'
import { Refusal } from '../../domain/refusal.ts'

const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const atATime = 2
const queueLimit = 20

let running = 0
const queue: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atATime) {
    if (queue.length >= queueLimit)
      throw new Refusal('unavailable', 'Many people are signing in right now. Please try again in a moment.', {
        retryAfterSeconds: 5,
      })
    await new Promise<void>((resolve) => queue.push(resolve))
  }
  running++
  try {
    return await work()
  } finally {
    running--
    queue.shift()?.()
  }
}

/** Hashes start with how they were made; ours from before, or from elsewhere, are made anew at the next sign-in. */
export const isOldHash = (passwordHash: string): boolean =>
  !passwordHash.startsWith(
    `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$`,
  )

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, parameters))

// Of a password nobody knows: an unknown name costs as much time as a known one.
let decoy: Promise<string> | null = null

/** Whether the password is the one of the hash. Without a hash (unknown name, no password yet) it takes as long and says no. */
export async function isRightPassword(passwordHash: string | null, password: string): Promise<boolean> {
  decoy ??= hash(crypto.randomUUID(), parameters)
  const against = passwordHash ?? (await decoy)
  const right = await inTurn(() => verify(against, password))
  return right && passwordHash !== null
}
