import type { z } from 'zod'
import type { ReactNode } from 'react'
import type { AssignmentDetails as Details } from '../../domain/assignment.ts'
import { DocumentLink } from '../documents/DocumentLink.tsx'
import { classes } from '../kit/classes.ts'
import { formatDateTime, formatDateWithYear } from '../kit/dates.ts'
import { useNow } from '../kit/now.ts'
import { StatusBadge } from '../kit/StatusBadge.tsx'
import { AssignmentComments } from './AssignmentComments.tsx'
import { dueWords, historyWords, isLate, requiredActionLabels } from './words.ts'

type AssignmentDetailsProps = { assignment: z.infer<typeof Details> }

export function AssignmentDetails({ assignment }: AssignmentDetailsProps) {
  const now = useNow()
  return (
    <div className="space-y-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <StatusBadge kind="assignment" status={assignment.status} />
        <span className={classes('text-body', isLate(assignment, now) ? 'font-semibold text-danger' : 'text-ink-2')}>
          {dueWords(assignment, now)}
        </span>
      </div>
      <p className="max-w-[68ch] text-body wrap-anywhere whitespace-pre-wrap text-ink">{assignment.description}</p>
      <dl className="grid grid-cols-1 gap-x-6 gap-y-4 sm:grid-cols-2">
        <Fact label="Assigned by">{assignment.assignedByName ?? 'The team'}</Fact>
        <Fact label="Assigned">{formatDateWithYear(assignment.createdAt)}</Fact>
        {assignment.requiredAction !== 'nothing' && (
          <Fact label="Required">{requiredActionLabels[assignment.requiredAction]}</Fact>
        )}
        {assignment.reason !== null && <Fact label="Reason for cancellation">{assignment.reason}</Fact>}
        {assignment.documentId !== null && (
          <Fact label="Document">
            <DocumentLink id={assignment.documentId} />
          </Fact>
        )}
      </dl>
      <AssignmentComments assignment={assignment} />
      <History events={assignment.history} />
    </div>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-meta text-ink-3">{label}</dt>
      <dd className="text-body wrap-anywhere text-ink">{children}</dd>
    </div>
  )
}

function History({ events }: { events: AssignmentDetailsProps['assignment']['history'] }) {
  return (
    <section>
      <h3 className="text-panel text-ink">History</h3>
      <ol className="mt-2 divide-y divide-line border-y border-line">
        {events.map((event, index) => (
          <li key={`${event.at} ${event.action}`} className="flex flex-wrap justify-between gap-x-4 py-2 text-body">
            <span className="min-w-0 wrap-anywhere text-ink">
              {historyWords(event, events.slice(0, index))} by {event.actorName ?? 'the portal'}
            </span>
            <span className="tabular text-meta text-ink-3">{formatDateTime(event.at)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
