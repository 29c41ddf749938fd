import { useQuery } from '@tanstack/react-query'
import { formatDate } from '../kit/dates.ts'
import { mergedRequests } from './queries.ts'

/** The texts of the requests that were merged into this one. */
export function MergedRequests({ id }: { id: string }) {
  const { data: merged = [] } = useQuery(mergedRequests(id))
  if (merged.length === 0) return null
  return (
    <section aria-label="Merged requests">
      <h3 className="text-panel text-ink">Merged requests</h3>
      <ul className="mt-1 divide-y divide-line border-y border-line">
        {merged.map((request) => (
          <li key={request.id} className="py-3 text-body break-words text-ink-2">
            <p className="text-meta text-ink-3">
              {request.firstName} {request.lastName}, {request.email}
              {request.phone !== '' && `, ${request.phone}`}, {formatDate(request.createdAt)}
              {request.reference !== null && `, reference ${request.reference}`}
            </p>
            <p className="mt-1 max-w-[68ch] whitespace-pre-wrap">{request.needsDescription}</p>
            {request.businessGoals !== '' && (
              <p className="mt-1 max-w-[68ch] whitespace-pre-wrap">Goals: {request.businessGoals}</p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
