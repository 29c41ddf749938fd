import type { User } from '../../domain/user.ts'
import { type Recipient as EmailRecipient, type Email, firm } from '../kit/record.ts'

type Recipient = Pick<User, 'id' | 'email' | 'firstName'>

const to = ({ id, email, firstName }: Recipient) => ({ email, userId: id, name: firstName })

/**
 * To a new user: they create a password to sign in. It names no one, since a client may invite contacts and a name can
 * be any text.
 */
export const invitation = (person: Recipient, path: string): Email => ({
  to: to(person),
  subject: `${firm} invited you to its portal`,
  lines: [
    `${firm} created an account for you in its secure portal, where you can share documents, sign contracts, and exchange messages.`,
    'Create a password to get started. This link works once and expires in 7 days. Don’t forward it.',
  ],
  link: { label: 'Create password', path },
  about: 'invitation',
})

/** To the previous address. */
export const addressChanged = (person: Recipient): Email => ({
  to: to(person),
  subject: `The email address of your ${firm} account was changed`,
  lines: [
    'An administrator changed the email address of your account. We’ll send emails to the new address from now on.',
    'If you didn’t expect this, contact us right away.',
  ],
  link: { label: 'Open the portal', path: '/' },
  about: 'account',
})

/** To all administrators; it names no one, since a name can be any text. */
export const administratorAdded = (to: EmailRecipient, alsoTo: EmailRecipient[]): Email => ({
  to,
  alsoTo,
  subject: `${firm} portal: an administrator was added`,
  lines: [
    'An administrator account was added or reactivated. Administrators can see and change everything in the portal. User management shows who was added, and the audit log shows who added them.',
    'If you didn’t expect this, deactivate the account and notify the other administrators.',
  ],
  link: { label: 'Open User management', path: '/user-management' },
  about: 'account',
})

/** To a staff member to whom an administrator transferred someone else's work. */
export const workTransferred = (staff: EmailRecipient, count: number): Email => ({
  to: staff,
  subject: `${firm} portal: work was transferred to you`,
  lines: [
    count === 1
      ? 'An administrator transferred a client folder or a service request to you.'
      : `An administrator transferred ${count} client folders and service requests to you.`,
  ],
  link: { label: 'Open the portal', path: '/' },
  about: 'hand-over',
})
