// Labels of items that need follow-up: group names, ages, and links.
import { type FollowUpItem, type FollowUpKind, expiresSoonDays } from '../../domain/dashboard.ts'
import { daysUntil } from '../kit/dates.ts'
import type { Place } from '../kit/link-target.ts'
import { replyTime } from '../kit/reply-clock.ts'
import type { FolderSearch } from '../client-folders/folder-search.ts'

export const groupLabels: Record<FollowUpKind, string> = {
  'service-requests': 'Requests past 24 hours',
  invoices: 'Overdue invoices',
  contracts: 'Unsigned contracts',
  documents: 'Documents awaiting a signature',
  proposals: 'Proposals awaiting a response',
  'document-requests': 'Overdue document requests',
  assignments: 'Overdue assignments',
}

/** "8 days overdue", "9 days unanswered", "Expires tomorrow". */
export function waitWords({ kind, since, due }: FollowUpItem, now: Date): string {
  if (kind === 'service-requests') return replyTime(since, now).words
  if (isLate({ kind })) return `${days(-daysUntil(due ?? since, now))} overdue`
  if (kind === 'proposals') {
    const left = due === null ? Infinity : daysUntil(due, now)
    return left <= expiresSoonDays ? `Expires ${relative.format(left, 'day')}` : `${waited(since, now)} unanswered`
  }
  return daysUntil(since, now) === 0 ? 'Sent today' : `${waited(since, now)} unsigned`
}

/** Overdue, rather than only waiting. */
export const isLate = ({ kind }: Pick<FollowUpItem, 'kind'>): boolean =>
  kind === 'service-requests' || kind === 'invoices' || kind === 'document-requests' || kind === 'assignments'

/** Where something can be done about it. */
export function placeOf({ kind, id, clientFolderId }: FollowUpItem): Place {
  const inFolder = (search: FolderSearch): Place => ({
    to: '/client-folders/$id',
    params: { id: clientFolderId ?? '' },
    search,
  })
  if (kind === 'service-requests') return { to: '/', search: { open: id } }
  if (kind === 'documents') return inFolder({ tab: 'documents' })
  if (kind === 'document-requests') return inFolder({ tab: 'requests', request: id })
  if (kind === 'assignments') return inFolder({ assignment: id })
  return { to: `/${kind}/$id`, params: { id } }
}

const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })
const waited = (since: string, now: Date) => days(-daysUntil(since, now))
const days = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'day' : 'days'}`
