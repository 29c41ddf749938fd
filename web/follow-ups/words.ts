import type { ScheduledFollowUp, ScheduledKind } from '../../domain/follow-up.ts'
import { weekdayOf, weekdays } from '../../domain/office-hours.ts'
import { formatDue } from '../kit/dates.ts'

export const kindLabels: Record<ScheduledKind, string> = {
  'service-requests': 'Service request',
  messages: 'Message without a reply',
  signatures: 'Signature',
  proposals: 'Proposal',
  contracts: 'Contract ending',
  invoices: 'Invoice',
  'document-requests': 'Document request',
  documents: 'Document expiring',
  assignments: 'Assignment',
  deadlines: 'Deadline',
  handbooks: 'Handbook acknowledgment',
}

/** "Invoice, reminder 2 of 4" */
export const kindWords = ({ kind, reminder, reminders }: ScheduledFollowUp): string =>
  reminders === 1 ? kindLabels[kind] : `${kindLabels[kind]}, reminder ${reminder} of ${reminders}`

/** Who gets the reminder. */
export function recipientWords({ recipient, recipientName }: ScheduledFollowUp): string {
  switch (recipient) {
    case 'client':
      return recipientName ?? 'The client'
    case 'client-and-team':
      return `${recipientName ?? 'The client'} and our team`
    case 'team':
      return recipientName === null ? 'Our team' : `${recipientName} and our team`
    case 'employee':
    case 'lead':
    case 'holder':
      return recipientName ?? 'Our team'
    case 'staff':
      return 'Everyone who can accept requests'
    case 'administrators':
      return 'Administrators'
  }
}

/** "Mon, Nov 30, in 3 days" */
export const dayInWords = (date: string, now: Date): string =>
  `${weekdays[weekdayOf(date)]?.slice(0, 3) ?? ''}, ${formatDue(date, now)}`

/** Grouped by client, the one with the next reminder first; null for what belongs to no client. */
export function byClient(items: readonly ScheduledFollowUp[]) {
  const clients = new Map<string | null, ScheduledFollowUp[]>()
  for (const item of items) clients.set(item.clientFolderId, [...(clients.get(item.clientFolderId) ?? []), item])
  return [...clients].map(([clientFolderId, ofClient]) => ({ clientFolderId, items: ofClient }))
}

export const texts = {
  page: 'See the reminders that will be sent today and in the next 7 days.',
  when: 'Reminders are sent from 8:00 AM to 6:00 PM ET on days when the office is open. A reminder that is no longer needed isn’t sent.',
  none: 'Reminders will appear here when something is due soon, or is waiting for a response.',
  paused: 'These aren’t sent because reminders are paused for the client. Our team still gets its own reminders.',
}
