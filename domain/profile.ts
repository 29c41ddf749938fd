// One's own profile: the name and the phone number at once; the address once a link that was sent there was opened.
import { z } from 'zod'
import { conflict } from './errors.ts'
import { emailAddress, optionalName, requiredPersonName } from './text.ts'
import type { User } from './user.ts'

export const ProfileChange = z.strictObject({
  firstName: requiredPersonName('First name is required'),
  lastName: requiredPersonName('Last name is required'),
  phone: optionalName,
})
export type ProfileChange = z.infer<typeof ProfileChange>

export const EmailChange = z.strictObject({ email: emailAddress('Valid email is required') })

/** Refuses 409 the address that somebody has already. */
export function assertDifferentEmail(user: Pick<User, 'email'>, email: string): void {
  if (user.email.toLowerCase() === email.toLowerCase()) throw conflict('This is your email address already.', 'email')
}
