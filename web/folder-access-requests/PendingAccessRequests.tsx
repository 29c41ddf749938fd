import { useInfiniteQuery } from '@tanstack/react-query'
import type { FolderAccessRequestView } from '../../domain/folder-access-request.ts'
import { Button } from '../kit/Button.tsx'
import { pendingRequestsOf, useDecide } from './queries.ts'
import { accountWords } from './words.ts'

/** On the folder page: who was named and waits for an administrator. Nothing where no one waits. */
export function PendingAccessRequests({ folderId }: { folderId: string }) {
  const { data } = useInfiniteQuery(pendingRequestsOf(folderId))
  const decide = useDecide()
  const requests = data?.pages.flatMap(({ items }) => items) ?? []
  if (requests.length === 0) return null
  return (
    <ul aria-label="Waiting for an administrator" className="mt-2 divide-y divide-line border-t border-line">
      {requests.map((request) => (
        <li key={request.id} className="py-2.5">
          <p className="text-body font-semibold wrap-anywhere text-ink">{labelOf(request)}</p>
          <p className="text-meta text-ink-2">
            {request.kind === 'client' ? 'Client' : 'Contact'} · Waiting for an administrator
          </p>
          {request.account !== null && <p className="text-meta wrap-anywhere text-ink-2">{accountWords(request)}</p>}
          {request.allowed.length > 0 && (
            <div className="no-print mt-1.5 flex flex-wrap gap-2">
              {request.allowed.includes('confirm') ? (
                <>
                  <Button
                    size="small"
                    disabled={decide.isPending}
                    onClick={() => decide.mutate({ ...request, status: 'confirmed' })}
                  >
                    Confirm<span className="sr-only"> {labelOf(request)}</span>
                  </Button>
                  <Button
                    size="small"
                    variant="ghost"
                    disabled={decide.isPending}
                    onClick={() => decide.mutate({ ...request, status: 'declined' })}
                  >
                    Decline<span className="sr-only"> {labelOf(request)}</span>
                  </Button>
                </>
              ) : (
                <Button
                  size="small"
                  variant="ghost"
                  disabled={decide.isPending}
                  onClick={() => decide.mutate({ ...request, status: 'withdrawn' })}
                >
                  Withdraw request<span className="sr-only"> for {labelOf(request)}</span>
                </Button>
              )}
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

const labelOf = ({ email }: FolderAccessRequestView) => email ?? 'An existing client'
