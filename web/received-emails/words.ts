import type { PendingReason, ReceivedEmailStatus } from '../../domain/received-email.ts'
import type { Tone } from '../kit/StatusBadge.tsx'

/** Explanations on the page and in its dialog. */
export const texts = {
  page: 'Replies to emails about messages, assignments, and document requests are added to the conversation. Email that the portal couldn’t add waits here.',
  team: 'You see email that belongs to your client folders. Administrators see all of it.',
  none: 'Email that the portal can’t add to a conversation will appear here.',
  add: 'The email is added as a message from the sender, and its attachments as documents. Make sure that the sender really wrote it.',
  noAccount: 'No active account has the sender’s email address, so this email can’t be added to a conversation.',
  dismiss: 'Dismissed email stays in the mailbox.',
  deleted: 'The text was deleted 30 days after the email was handled. The email is still in the mailbox.',
}

export const statusNames: Record<ReceivedEmailStatus, string> = {
  pending: 'Needs a decision',
  added: 'Added',
  dismissed: 'Dismissed',
  automatic: 'Automatic reply',
  bounce: 'Not delivered',
}

export const statusTones: Record<ReceivedEmailStatus, Tone> = {
  pending: 'warn',
  added: 'ok',
  dismissed: 'neutral',
  automatic: 'neutral',
  bounce: 'danger',
}

export const reasonTexts: Record<PendingReason, string> = {
  'no-reply-address': 'It wasn’t sent to a reply address from one of our emails.',
  'other-sender': 'It came from a different address than the one that we wrote to.',
  'unverified-sender': 'Your mail server couldn’t verify the sender.',
  'no-access': 'The sender can’t write messages in this folder.',
  empty: 'It contains no text besides the quoted email.',
  'too-long': 'The text is too long for a message.',
  'too-large': 'It is larger than 25 MB or has more than 20 attachments.',
  'too-many': 'The sender sent many emails in the last hour.',
  unreadable: 'The portal couldn’t read it.',
  failed: 'Something went wrong when the portal added it. Try again.',
}
