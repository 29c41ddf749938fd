import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { RequestDuplicate, ServiceRequestView } from '../../domain/service-request.ts'
import { Button } from '../kit/Button.tsx'
import { formatDate } from '../kit/dates.ts'
import { AskDialog } from '../kit/Dialog.tsx'
import type { Place } from '../kit/link-target.ts'
import { useMergeRequest } from './actions.ts'
import { requestDuplicates } from './queries.ts'
import { texts } from './words.ts'

/** What the reader may see of earlier contact with the same business. A hint: nothing is shown while it loads or fails. */
export function RequestDuplicates({ request }: { request: ServiceRequestView }) {
  const navigate = useNavigate()
  const { data: duplicates = [] } = useQuery(requestDuplicates(request.id))
  const merge = useMergeRequest(({ id, status }) => void navigate(placeOf({ type: 'service-requests', id, status })))
  const [into, setInto] = useState<RequestDuplicate | null>(null)
  if (duplicates.length === 0) return null
  return (
    <section aria-label="Possible duplicates" className="rounded-md border border-line bg-mist px-4 py-3">
      <h3 className="text-panel text-ink">Possible duplicates</h3>
      <ul className="mt-1 space-y-1 text-body break-words text-ink-2">
        {duplicates.map((duplicate) => (
          <li key={duplicate.id}>
            {sameAs(duplicate)}{' '}
            <Link {...placeOf(duplicate)} className="link finger-high">
              {duplicate.name}
            </Link>{' '}
            <span className="whitespace-nowrap">
              ({duplicate.type === 'client-folders' ? 'client folder' : `request of ${formatDate(duplicate.createdAt)}`}
              )
            </span>
            {request.allowed.includes('merge') && duplicate.isMergeable && (
              <Button
                size="small"
                variant="ghost"
                aria-label={`Merge into this request: ${duplicate.name}, ${formatDate(duplicate.createdAt)}`}
                onClick={() => setInto(duplicate)}
              >
                Merge into this request
              </Button>
            )}
          </li>
        ))}
      </ul>
      <AskDialog
        open={into !== null}
        title="Merge these requests?"
        question={into === null ? '' : texts.merge(request.businessName, into.name)}
        act="Merge requests"
        pending={merge.isPending}
        onCancel={() => setInto(null)}
        onAct={() => {
          if (into !== null) merge.mutate({ request, intoId: into.id }, { onSettled: () => setInto(null) })
        }}
      />
    </section>
  )
}

function sameAs({ hasSameEmail, hasSameName }: RequestDuplicate) {
  if (hasSameEmail && hasSameName) return 'Same email and business name as'
  return hasSameEmail ? 'Same email as' : 'Same business name as'
}

const placeOf = ({ type, id, status }: Pick<RequestDuplicate, 'type' | 'id' | 'status'>): Place =>
  type === 'client-folders'
    ? { to: '/client-folders/$id', params: { id } }
    : { to: '/', search: { tab: 'requests', requests: status, open: id } }
