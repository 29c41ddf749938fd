import { Email } from '../../domain/email.ts'
import type { Tone } from '../kit/StatusBadge.tsx'

export type EmailStatus = Email['status']

export const emailStatuses = Email.shape.status.options

export const statusNames: Record<EmailStatus, string> = {
  kept: 'Not sent (no mail server)',
  queued: 'Sending',
  sent: 'Sent',
  failed: 'Failed',
  bounced: 'Bounced',
}

export const statusTones: Record<EmailStatus, Tone> = {
  kept: 'neutral',
  queued: 'info',
  sent: 'ok',
  failed: 'danger',
  bounced: 'danger',
}

/** A subject without the firm's name, with which each begins: "ProHR portal: a client sent you a message". */
export function shortSubject(subject: string, firm: string): string {
  for (const start of [`${firm} portal: `, `${firm}: `]) {
    const rest = subject.startsWith(start) ? subject.slice(start.length) : ''
    if (rest !== '') return rest.charAt(0).toUpperCase() + rest.slice(1)
  }
  return subject
}

/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  page: 'View every email from the portal. If no mail server is set up, emails stay here, and you can send people their links yourself.',
  preview: 'Preview only. Colors and links are turned off here.',
}
