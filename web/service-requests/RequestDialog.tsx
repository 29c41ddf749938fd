import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { industries, industryLabels } from '../../domain/industries.ts'
import type { ServiceRequestView } from '../../domain/service-request.ts'
import { Email } from '../kit/PersonName.tsx'
import { formatDateTime } from '../kit/dates.ts'
import { ErrorState } from '../kit/EmptyState.tsx'
import { phoneLink } from '../kit/phone-link.ts'
import { ReplyClock } from '../kit/ReplyClock.tsx'
import { SidePanel } from '../kit/SidePanel.tsx'
import { ServiceDots } from '../kit/ServiceDots.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { Badge, StatusBadge } from '../kit/StatusBadge.tsx'
import { StaffPicker } from '../staff/StaffPicker.tsx'
import { ExistingClient } from './ExistingClient.tsx'
import { useAssignRequest } from './actions.ts'
import { MergedRequests } from './MergedRequests.tsx'
import { requestById, servicesOf } from './queries.ts'
import { RequestActions } from './RequestActions.tsx'
import { RequestDuplicates } from './RequestDuplicates.tsx'
import { texts } from './words.ts'

/** One request in full, with everything that may be done with it. */
export function RequestDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(requestById(id))
  const request = query.data
  return (
    <SidePanel
      onClose={onClose}
      title={request?.businessName ?? 'Service request'}
      footer={request && <RequestActions request={request} onDone={onClose} />}
    >
      {request ? (
        <Details request={request} />
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonRows />
      )}
    </SidePanel>
  )
}

function Details({ request }: { request: ServiceRequestView }) {
  const industry = industries.find((each) => each === request.industry)
  return (
    <div className="space-y-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {request.mergedIntoId === null ? <StatusBadge kind="request" status={request.status} /> : <Badge>Merged</Badge>}
        {request.status === 'pending' && !request.isSuspectedSpam && <ReplyClock createdAt={request.createdAt} />}
        <ServiceDots of={servicesOf(request)} />
        <ExistingClient request={request} />
      </div>
      {request.allowed.includes('not-spam') && <p className="text-body text-ink-2">{texts.suspectedSpam}</p>}
      {request.mergedIntoId !== null && (
        <p className="text-body text-ink-2">
          {texts.mergedInto}{' '}
          <Link to="/" search={{ tab: 'requests', open: request.mergedIntoId }} className="link finger-high">
            Open that request
          </Link>
        </p>
      )}
      {request.mergedIntoId === null && <RequestDuplicates request={request} />}
      <dl className="grid grid-cols-1 gap-x-6 gap-y-4 sm:grid-cols-2">
        <Fact label="Requested by">
          {request.firstName} {request.lastName}
        </Fact>
        {request.reference !== null && <Fact label="Reference">{request.reference}</Fact>}
        <Fact label="Received">{formatDateTime(request.createdAt)}</Fact>
        <Fact label="Email">
          <a className="link finger-high" href={`mailto:${request.email}`}>
            <Email>{request.email}</Email>
          </a>
        </Fact>
        <Fact label="Phone">
          {request.phone === '' ? (
            'Not provided'
          ) : (
            <a className="link finger-high" href={phoneLink(request.phone)}>
              {request.phone}
            </a>
          )}
        </Fact>
        <Fact label="Industry">{industry === undefined ? 'Not provided' : industryLabels[industry]}</Fact>
        <Fact label="Company size">
          {request.companySize === null ? 'Not provided' : `${request.companySize} employees`}
        </Fact>
        {request.website !== null && (
          <Fact label="Website">
            <a className="link finger-high" href={request.website} target="_blank" rel="noreferrer noopener">
              {request.website}
            </a>
          </Fact>
        )}
        {request.status !== 'pending' && <Holder request={request} />}
      </dl>
      <Prose title="What they need">{request.needsDescription}</Prose>
      {request.businessGoals !== '' && <Prose title="Their goals">{request.businessGoals}</Prose>}
      <MergedRequests id={request.id} />
    </div>
  )
}

function Holder({ request }: { request: ServiceRequestView }) {
  const assign = useAssignRequest()
  if (!request.allowed.includes('assign'))
    return <Fact label="Assigned to">{request.assignedStaffName ?? 'No one yet'}</Fact>
  return (
    <div className="sm:col-span-2">
      <StaffPicker
        label="Assigned to"
        value={request.assignedStaffId}
        valueName={request.assignedStaffName}
        onChoose={(person) => assign.mutate({ request, assignedStaffId: person.id })}
      />
    </div>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-meta text-ink-3">{label}</dt>
      <dd className="text-body break-words text-ink">{children}</dd>
    </div>
  )
}

function Prose({ title, children }: { title: string; children: string }) {
  return (
    <section>
      <h3 className="text-panel text-ink">{title}</h3>
      <p className="mt-1 max-w-[68ch] text-body break-words whitespace-pre-wrap text-ink-2">{children}</p>
    </section>
  )
}
