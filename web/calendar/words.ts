// The texts of the calendar feed.
import type { CalendarFeed } from '../../domain/calendar-feed.ts'
import { formatDateTime } from '../kit/dates.ts'

export const feedNote = 'Subscribe to see your due dates in Outlook, Google, or Apple Calendar.'

export const linkHelp =
  'In your calendar app, choose to subscribe from a URL and paste this link. It’s shown only once. Anyone who has it can see your due dates.'

export function feedWords({ isOpen, createdAt, readAt }: CalendarFeed): string {
  if (!isOpen || createdAt === null) return 'No link yet. Entries show short titles only, never amounts or file names.'
  const lastUse = readAt === null ? 'No calendar has used it yet.' : `Last used ${formatDateTime(readAt)}.`
  return `Link created ${formatDateTime(createdAt)}. ${lastUse}`
}

const question = 'Calendars that use the current link will stop updating.'
export const confirmations = {
  renew: { title: 'Create a new link?', question, act: 'Create new link' },
  end: { title: 'Delete the link?', question, act: 'Delete link' },
}
