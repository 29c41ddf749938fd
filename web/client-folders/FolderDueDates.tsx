import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  CalendarClock,
  CalendarDays,
  ClipboardList,
  FileQuestion,
  type LucideIcon,
  ReceiptText,
  Signature,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { FolderDate, FolderDateKind } from '../../domain/folder-dates.ts'
import { formatDue, formatTime } from '../kit/dates.ts'
import { EmptyLine, ErrorLine } from '../kit/EmptyState.tsx'
import { linkTo } from '../kit/link-to.ts'
import { Money } from '../kit/Money.tsx'
import { useNow } from '../kit/now.ts'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { folderDates } from './queries.ts'

const icons: Record<FolderDateKind, LucideIcon> = {
  assignment: ClipboardList,
  'document-request': FileQuestion,
  deadline: CalendarClock,
  appointment: CalendarDays,
  invoice: ReceiptText,
  'contract-end': Signature,
}

const says: Record<FolderDateKind, (title: string) => ReactNode> = {
  assignment: (title) => title,
  'document-request': (title) => `${title} from the client`,
  deadline: (title) => title,
  appointment: (title) => `Appointment: ${title}`,
  invoice: (title) => (
    <>
      Invoice <span className="whitespace-nowrap">{title}</span>
    </>
  ),
  'contract-end': (title) => (
    <>
      Contract <span className="whitespace-nowrap">{title}</span> ends
    </>
  ),
}

function linkOf({ kind, id }: FolderDate, folderId: string): string {
  if (kind === 'invoice') return `/invoices/${id}`
  if (kind === 'appointment') return '/bookings'
  if (kind === 'contract-end') return `/contracts/${id}`
  const tabs = { assignment: `assignments&assignment=${id}`, 'document-request': 'requests', deadline: 'deadlines' }
  return `/client-folders/${folderId}?tab=${tabs[kind]}`
}

/** What is due next in a folder. */
export function FolderDueDates({ folderId }: { folderId: string }) {
  const now = useNow()
  const query = useQuery(folderDates(folderId))
  if (query.isPending) return <SkeletonRows rows={2} label="Loading the next dates" />
  if (query.data === undefined)
    return (
      <ErrorLine
        what="Couldn’t load the dates."
        error={query.error}
        onRetry={() => void query.refetch()}
        className="px-4 py-3 sm:px-5"
      />
    )
  const { dates } = query.data
  if (dates.length === 0)
    return <EmptyLine title="No upcoming dates">Due dates, appointments, and contract ends will appear here.</EmptyLine>
  return (
    <ul aria-label="Next dates" className="pb-2">
      {dates.map((each) => {
        const Icon = icons[each.kind]
        return (
          <li
            key={each.kind + each.id}
            className="relative flex items-baseline gap-3 px-4 py-2 transition-colors hover:bg-hover sm:px-5"
          >
            <Icon className="shrink-0 self-center text-ink-3" />
            <Link
              {...linkTo(linkOf(each, folderId))}
              dir="auto"
              className="stretched-link min-w-0 flex-1 text-body wrap-anywhere own-direction text-ink"
            >
              {says[each.kind](each.title)}
            </Link>
            {each.amount !== null && (
              <span className="text-body text-ink">
                <Money cents={each.amount} />
              </span>
            )}
            <span className="tabular text-meta whitespace-nowrap text-ink-2">
              {formatDue(each.date, now)}
              {each.startsAt !== null && `, ${formatTime(each.startsAt)}`}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
