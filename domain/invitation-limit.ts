// The limit of emails to an address whose owner has not set up an account: someone may have entered it by mistake.
import { DomainError } from './errors.ts'
import { officeZone } from './time.ts'

export const unconfirmedEmailsPerDay = 3

const dateAndTime = new Intl.DateTimeFormat('en-US', { timeZone: officeZone, dateStyle: 'medium', timeStyle: 'short' })

/** "No email was sent: … Try again after Nov 22, 2026, 4:10 PM ET." */
export const heldInvitation = (until: Date): string =>
  `No email was sent: someone who hasn’t set up their account gets at most ${unconfirmedEmailsPerDay} emails a day. Try again after ${dateAndTime.format(until)} ET.`

/** Throws 429 if no email can be sent now. @param until null if one can be sent */
export function assertCanEmailInvitation(until: Date | null, now: Date): void {
  if (until === null) return
  const retryAfterSeconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
  throw new DomainError('too-many', heldInvitation(until), { retryAfterSeconds })
}
