import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { RequestStatus } from '../../domain/request-status.ts'
import { buttonStyle } from '../kit/button-style.ts'
import { CallError } from '../kit/call.ts'
import { ErrorState } from '../kit/EmptyState.tsx'
import { FirmContact } from '../kit/FirmContact.tsx'
import { useNow } from '../kit/now.ts'
import { usePageTitle } from '../kit/page-title.ts'
import { Panel } from '../kit/Panel.tsx'
import { ReplyClock } from '../kit/ReplyClock.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { LinkNotFoundPage } from '../shell/plain-pages.tsx'
import { requestStatus } from './queries.ts'
import { StepList } from './StepList.tsx'
import { promiseWords, stepsOf, texts } from './words.ts'

const title = 'Your service request'

/** The status page of a service request, opened by a private link: its progress, and whether we keep our promise. */
export default function RequestStatusPage() {
  const { token } = useParams({ from: '/requests/$token' })
  const query = useQuery(requestStatus(token))
  if (query.error instanceof CallError && query.error.status === 404)
    return <LinkNotFoundPage noun="request" action={{ href: '/#request-service', label: 'Request Service' }} />
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
            <ReplyClock createdAt={request.receivedAt} isSentence className="mb-1.5 font-semibold" />
          )}
          <p className="text-body text-ink-2">{promiseWords(request, now)}</p>
          {request.stage === 'in-progress' && (
            // A full page load: the sign-in form is on the public page.
            <a href="/?signin=client" className={`${buttonStyle('primary')} mt-4`}>
              Sign in to your folder
            </a>
          )}
        </div>
        <StepList steps={stepsOf(request, now)} />
      </Panel>
      <FirmContact className="mt-5 text-body text-ink-2">
        and mention your reference number. {texts.privateLink}
      </FirmContact>
    </>
  )
}
