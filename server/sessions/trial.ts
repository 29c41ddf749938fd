// Guessing is slowed down: a try is counted before it is looked at, so that many at once gain nothing, and taken back unless
// it turns out wrong. 10 wrong ones for a name and address, 50 for an address, 5 wrong codes for a person, in 15 minutes.
import { wrongCodes } from '../../domain/second-factor.ts'
import type { Database } from '../kit/db.ts'
import { brake, type Brake, release } from '../kit/brakes.ts'

const sentence = 'Too many wrong tries. Please wait a few minutes, then try again.'
const windowSeconds = 15 * 60
const nameBrake: Brake = { name: 'sign-in name', tries: 10, windowSeconds, sentence }
const codeBrake: Brake = { name: 'second factor', tries: wrongCodes, windowSeconds, sentence }
const addressBrake: Brake = { name: 'sign-in address', tries: 50, windowSeconds, sentence }

interface Count {
  brake: Brake
  subject: string
}

export const countForName = (name: string, address: string): Count => ({
  brake: nameBrake,
  subject: `${name} ${address}`,
})
/** Codes are few: wrong ones count for the person, wherever they come from. */
export const countForCode = (subject: string): Count => ({ brake: codeBrake, subject })
export const countForAddress = (address: string): Count => ({ brake: addressBrake, subject: address })

/** Runs the work under its brakes (429 past them). The work calls `itWasWrong` for a try that shall count. */
export async function onTrial<T>(
  db: Database,
  counts: Count[],
  work: (itWasWrong: () => void) => Promise<T>,
): Promise<T> {
  let counted: Count[] = []
  try {
    for (const count of counts) {
      await brake(db, count.brake, count.subject)
      counted.push(count)
    }
    return await work(() => void (counted = []))
  } finally {
    for (const count of counted) await release(db, count.brake, count.subject)
  }
}
