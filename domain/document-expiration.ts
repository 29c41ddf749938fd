// When a document, such as a license or an insurance certificate, expires, and the reminders of that day.
import { z } from 'zod'
import { type Actor, isClient } from './actor.ts'
import { assertIsCurrent, type Document, ExpirationDate } from './document.ts'
import { forbidden } from './errors.ts'
import { daysBetween } from './time.ts'

/** `remindsClient`: without it, unchanged. */
export const DocumentExpiration = z.strictObject({
  expiresOn: ExpirationDate.transform((date) => date || null),
  remindsClient: z.boolean().optional(),
})
export type DocumentExpiration = z.infer<typeof DocumentExpiration>

/** Offsets from the expiration date on which reminders are sent, each once. */
export const expirationReminderDays = [-60, -30, -7, 0] as const

/** A document that expires within this many days, or has expired, is in the view "Expiring". */
export const expiringDays = 60

/** How late a reminder can be sent after the date, so that none is lost to an outage. */
export const lateReminderDays = 30

/** A document is valid through its expiration date. */
export function expirationState(expiresOn: string, today: string): 'expired' | 'expiring' | 'valid' {
  const days = daysBetween(today, expiresOn)
  if (days < 0) return 'expired'
  return days <= expiringDays ? 'expiring' : 'valid'
}

/** The team can set the date of every document, and clients of those that they uploaded. */
export const maySetExpiration = ({ uploadedById }: Pick<Document, 'uploadedById'>, actor: Actor): boolean =>
  !isClient(actor) || uploadedById === actor.id

/** Throws 403 to clients for someone else's document, 409 for an earlier version. */
export function assertCanSetExpiration(document: Pick<Document, 'uploadedById' | 'replacedById'>, actor: Actor): void {
  if (!maySetExpiration(document, actor))
    throw forbidden('You can only set the expiration date of documents that you uploaded.')
  assertIsCurrent(document)
}
