// Limits of failures in 15 minutes: 10 for a name and address, 50 for an address, 5 wrong codes for a user.
import { wrongCodes } from '../../domain/second-factor.ts'
import { countersForAddress, type Counter, type RateLimit } from '../kit/rate-limit.ts'

const sentence = 'Too many failed attempts. Wait a few minutes, then try again.'
const windowSeconds = 15 * 60
const nameLimit: RateLimit = { name: 'sign-in name', tries: 10, windowSeconds, sentence }
const codeLimit: RateLimit = { name: 'second factor', tries: wrongCodes, windowSeconds, sentence }
const addressLimit: RateLimit = { name: 'sign-in address', tries: 50, windowSeconds, sentence }

export const countersForName = (name: string, address: string): Counter[] =>
  countersForAddress(nameLimit, address, name)

/** In a browser that this user signed in from before, failures count for that browser alone. */
export const countersForBrowser = (name: string, browser: string): Counter[] => [
  { limit: nameLimit, subject: `${name} browser ${browser}` },
]

/** Codes are short, so wrong ones count for the user, from any address. */
export const countersForCode = (subject: string): Counter[] => [{ limit: codeLimit, subject }]

export const countersForSignInAddress = (address: string): Counter[] => countersForAddress(addressLimit, address)
