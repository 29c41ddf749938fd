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

/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  page: 'View every email from the portal. If no mail server is set up, emails stay here, and you can send people their links yourself.',
  preview: 'Preview only. Colors and links are turned off here.',
}
