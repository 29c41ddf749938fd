// Notices in words: when, and what each kind is called.
import type { Delivery, NotificationKind } from '../../domain/notification.ts'
import { formatDateTime } from '../kit/dates.ts'

const minute = 60_000

/** "Just now", "5 minutes ago", "3 hours ago", then the day and the time. */
export function agoWords(at: string, now: Date): string {
  const minutes = Math.floor((now.getTime() - Date.parse(at)) / minute)
  if (minutes < 1) return 'Just now'
  if (minutes < 60) return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} ago`
  const hours = Math.floor(minutes / 60)
  return hours < 12 ? `${hours} ${hours === 1 ? 'hour' : 'hours'} ago` : formatDateTime(at, now)
}

/** For a count that ends at 100: "99+". */
export const countWords = (count: number) => (count > 99 ? '99+' : String(count))

/** "New message from Ann", twice: "2 new messages from Ann" */
export function groupWords(subject: string, count: number): string {
  if (count === 1) return subject
  const message = /^New message\b/
  return message.test(subject) ? subject.replace(message, `${count} new messages`) : `${subject} (${count})`
}

/** "No unread notifications", "1 unread notification" */
export const unreadWords = (count: number) =>
  count === 0
    ? 'no unread notifications'
    : `${countWords(count)} unread ${count === 1 ? 'notification' : 'notifications'}`

export const kindWords: Record<NotificationKind, { label: string; detail: string }> = {
  messages: { label: 'Messages', detail: 'A new message, or a staff-only note for the team' },
  documents: { label: 'Documents', detail: 'New documents, forms, and library updates' },
  assignments: { label: 'Assignments', detail: 'Completed by a client, and tasks assigned to you' },
  money: { label: 'Proposals, invoices, and payments', detail: 'Sent, answered, due, or paid' },
  requests: {
    label: 'Requests and folders',
    detail: 'New service requests, folders assigned to you, and appointments',
  },
  signatures: { label: 'Contracts and signatures', detail: 'Signed, declined, or updated' },
  account: { label: 'Your account', detail: 'Invitations, password, and sign-in' },
}

/** The same for someone who is no part of the team. */
export const clientDetails: Partial<Record<NotificationKind, string>> = {
  messages: 'A new message from your consultant',
  assignments: 'New assignments from your consultant',
  requests: 'Your client folders and appointments',
  signatures: 'Documents to sign, and your signed copies',
}

export const deliveryWords: Record<Delivery, string> = {
  'at-once': 'Right away',
  daily: 'Daily summary',
  never: 'Never',
}

/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  email:
    'For privacy, emails tell you that there’s something new, but not what it says. We don’t email you about a folder you have open.',
}
