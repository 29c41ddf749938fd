import type { ServiceRequestSummary } from '../../domain/service-request.ts'
import { Button } from '../kit/Button.tsx'
import { formatDate } from '../kit/dates.ts'
import { ReplyClock } from '../kit/ReplyClock.tsx'
import { Row } from '../kit/RowList.tsx'
import { ServiceDots } from '../kit/ServiceDots.tsx'
import { Badge, StatusBadge } from '../kit/StatusBadge.tsx'
import { RequestActions } from './RequestActions.tsx'
import { ExistingClient } from './ExistingClient.tsx'
import { useRequestAction } from './actions.ts'
import { servicesOf } from './queries.ts'

type RequestRowProps = {
  request: ServiceRequestSummary
  onOpen: () => void
}

export function RequestRow({ request, onOpen }: RequestRowProps) {
  const move = useRequestAction()
  const waiting = request.status === 'pending'
  return (
    <Row
      title={<span className="break-words">{request.businessName}</span>}
      aside={`${request.firstName} ${request.lastName}`}
      context={request.needsDescription}
      meta={
        <span className="flex flex-wrap gap-x-4 gap-y-1">
          <ServiceDots of={servicesOf(request)} />
          <ExistingClient request={request} />
        </span>
      }
      onOpen={onOpen}
      middle={
        request.isSuspectedSpam ? (
          <span className="text-meta text-ink-3">Received {formatDate(request.createdAt)}</span>
        ) : waiting ? (
          <ReplyClock createdAt={request.createdAt} className="sm:w-32" />
        ) : (
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-meta text-ink-3">
            {request.mergedIntoId === null ? (
              <StatusBadge kind="request" status={request.status} />
            ) : (
              <Badge>Merged</Badge>
            )}
            {request.assignedStaffName ?? 'Unassigned'} · {formatDate(request.updatedAt)}
          </span>
        )
      }
      action={
        request.isSuspectedSpam ? (
          <RequestActions request={request} only={['not-spam']} />
        ) : waiting ? (
          request.allowed.includes('accept') && (
            <Button pending={move.isPending} onClick={() => move.mutate({ request, status: 'in-progress' })}>
              Accept Request
            </Button>
          )
        ) : (
          <RequestActions request={request} only={['open-folder']} />
        )
      }
    />
  )
}
