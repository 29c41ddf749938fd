import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { CalendarDays } from 'lucide-react'
import type { AssignmentView } from '../../domain/assignment.ts'
import { isLate } from '../assignments/words.ts'
import type { Page } from '../kit/call.ts'
import { classes } from '../kit/classes.ts'
import { formatDue } from '../kit/dates.ts'
import { useNow } from '../kit/now.ts'
import { Skeleton } from '../kit/Skeleton.tsx'

const most = 5

type NextDatesProps = {
  query: UseInfiniteQueryResult<InfiniteData<Page<AssignmentView>>>
  onOpen: (assignmentId: string) => void
}

/** Upcoming dates, the earliest first. */
export function NextDates({ query, onOpen }: NextDatesProps) {
  const now = useNow()
  if (query.isError && query.data === undefined) return null
  const dated = query.data?.pages.flatMap((page) => page.items).filter(isAhead) ?? []
  const next = dated.toSorted((one, other) => one.dueDate.localeCompare(other.dueDate)).slice(0, most)
  return (
    <section aria-label="Upcoming" className="rounded-lg bg-surface p-4 shadow-sheet sm:p-5">
      <h3 className="text-panel text-ink">Upcoming</h3>
      {query.isPending && <Skeleton className="mt-3 h-9 w-full" />}
      {query.isSuccess && next.length === 0 && <p className="mt-2 text-body text-ink-2">No upcoming due dates.</p>}
      <ul className="mt-2 space-y-2.5">
        {next.map((assignment) => (
          <li key={assignment.id} className="flex gap-3">
            <CalendarDays className="mt-0.5 shrink-0 text-ink-3" />
            <div className="min-w-0">
              <button
                type="button"
                onClick={() => onOpen(assignment.id)}
                className="line-clamp-2 text-left text-body wrap-anywhere text-ink underline-offset-2 hover:underline"
              >
                {assignment.title}
              </button>
              <p className={classes('text-meta', isLate(assignment, now) ? 'text-danger' : 'text-ink-3')}>
                {formatDue(assignment.dueDate, now)}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

const isAhead = (assignment: AssignmentView): assignment is AssignmentView & { dueDate: string } =>
  assignment.dueDate !== null && assignment.status !== 'completed'
