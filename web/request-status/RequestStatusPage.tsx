import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { RequestStatus } from '../../domain/request-status.ts'
import { CallError } from '../kit/call.ts'
import { portalConfig } from '../kit/config.ts'
import { ErrorState } from '../kit/EmptyState.tsx'
import { useNow } from '../kit/now.ts'
import { usePageTitle } from '../kit/page-title.ts'
import { Panel } from '../kit/Panel.tsx'
import { ReplyClock } from '../kit/ReplyClock.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { NotFoundPage } from '../shell/plain-pages.tsx'
import { requestStatus } from './queries.ts'
import { StepList } from './StepList.tsx'
import { promiseWords, stepsOf, texts } from './words.ts'

const title = 'Your service request'

/** The status page of a service request, opened by a private link: its progress, and whether we keep our promise. */
export default function RequestStatusPage() {
  const { token } = useParams({ from: '/requests/$token' })
  const query = useQuery(requestStatus(token))
  if (query.error instanceof CallError && query.error.status === 404) return <NotFoundPage />
  return (
    <div className="mx-auto max-w-[560px] pt-4 sm:pt-10">
      <Title />
      {query.data !== undefined ? (
        <Progress request={query.data} />
      ) : (
        <Panel className="mt-6" flush>
          {query.isPending ? (
            <SkeletonRows rows={4} label="Loading your request" />
          ) : (
            <ErrorState error={query.error} onRetry={() => void query.refetch()} />
          )}
        </Panel>
      )}
    </div>
  )
}

function Title() {
  usePageTitle(title)
  return <h1 className="font-display text-title-phone text-ink sm:text-title">{title}</h1>
}

function Progress({ request }: { request: RequestStatus }) {
  const now = useNow()
  return (
    <>
      <p className="mt-1 text-lead text-ink-2">
        Reference <strong className="tabular font-semibold text-ink">{request.reference}</strong>
      </p>
      <Panel className="mt-6">
        <div role="status" className="mb-6 border-b border-line pb-5">
          {request.stage === 'received' && (
            <ReplyClock createdAt={request.receivedAt} className="mb-1.5 font-semibold" />
          )}
          <p className="text-body text-ink-2">{promiseWords(request, now)}</p>
        </div>
        <StepList steps={stepsOf(request, now)} />
      </Panel>
      <Contact />
    </>
  )
}

function Contact() {
  const { phone, phoneLink, email } = portalConfig().provider
  const link = 'link font-semibold'
  return (
    <p className="mt-5 text-body text-ink-2">
      Questions? Call{' '}
      <a href={`tel:${phoneLink}`} className={`${link} whitespace-nowrap`}>
        {phone}
      </a>{' '}
      or email{' '}
      <a href={`mailto:${email}`} className={`${link} wrap-anywhere`}>
        {email}
      </a>{' '}
      and mention your reference number. {texts.privateLink}
    </p>
  )
}
