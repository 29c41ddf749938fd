// The user's own profile: name and phone number change right away; the address changes when the link sent to it is
// opened.
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

/** Throws 409 for the user's current address. */
export function assertDifferentEmail(user: Pick<User, 'email'>, email: string): void {
  if (user.email.toLowerCase() === email.toLowerCase()) throw conflict('This is already your email address.', 'email')
}
