import { useInfiniteQuery } from '@tanstack/react-query'
import { rightsInWords } from '../folder-contacts/words.ts'
import { Button } from '../kit/Button.tsx'
import { formatDateTime } from '../kit/dates.ts'
import { EmptyState } from '../kit/EmptyState.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { Row, RowList } from '../kit/RowList.tsx'
import { Badge } from '../kit/StatusBadge.tsx'
import { pendingRequests, useDecide } from './queries.ts'
import { accountWords } from './words.ts'

/** On the administrators' dashboard: accounts that someone named for a folder, and that belong to another one already. */
export function AccessRequestsPanel() {
  const query = useInfiniteQuery(pendingRequests)
  const decide = useDecide()
  return (
    <PagedList
      query={query}
      more="Show more requests"
      empty={
        <EmptyState title="No access requests">
          Requests will appear here when someone adds an account that belongs to a folder they can’t see.
        </EmptyState>
      }
    >
      {(requests) => (
        <RowList label="Access requests">
          {requests.map((request) => (
            <Row
              key={request.id}
              title={request.clientFolderName}
              to="/client-folders/$id"
              params={{ id: request.clientFolderId }}
              aside={<Badge tone="info">{request.kind === 'client' ? 'As client' : 'As contact'}</Badge>}
              meta={
                <>
                  <span className="block text-body text-ink-2">{accountWords(request)}</span>
                  Requested by {request.requestedByName ?? 'someone'} on {formatDateTime(request.createdAt)}
                  {request.kind === 'contact' && ` · ${rightsInWords(request)}`}
                </>
              }
              action={
                <>
                  <Button
                    size="small"
                    disabled={decide.isPending}
                    onClick={() => decide.mutate({ ...request, status: 'confirmed' })}
                  >
                    Confirm
                    <span className="sr-only"> for {request.clientFolderName}</span>
                  </Button>
                  <Button
                    size="small"
                    variant="ghost"
                    disabled={decide.isPending}
                    onClick={() => decide.mutate({ ...request, status: 'declined' })}
                  >
                    Decline
                    <span className="sr-only"> for {request.clientFolderName}</span>
                  </Button>
                </>
              }
            />
          ))}
        </RowList>
      )}
    </PagedList>
  )
}
