import { useInfiniteQuery } from '@tanstack/react-query'
import { exportServiceRequests } from '../../api/service-requests.ts'
import type { ServiceRequestStatus } from '../../domain/service-request.ts'
import { EmptyState } from '../kit/EmptyState.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { RowList } from '../kit/RowList.tsx'
import { TakeAlong } from '../kit/TakeAlong.tsx'
import { useUrlState } from '../kit/url-state.ts'
import { requestsByStatus } from './queries.ts'
import { RequestDialog } from './RequestDialog.tsx'
import { RequestRow } from './RequestRow.tsx'
import { TakenUp } from './TakenUp.tsx'

const views = [
  {
    status: 'pending',
    label: 'Pending',
    note: 'Oldest first',
    empty: 'No requests are waiting',
    hint: 'New requests from the public site appear here by themselves.',
  },
  {
    status: 'in-progress',
    label: 'In progress',
    note: 'Latest first',
    empty: 'Nothing is in progress',
    hint: 'Accepted requests stand here until they are completed.',
  },
  {
    status: 'completed',
    label: 'Completed',
    note: 'Latest first',
    empty: 'Nothing is completed yet',
    hint: 'Requests that were carried through stand here.',
  },
  {
    status: 'cancelled',
    label: 'Cancelled',
    note: 'Latest first',
    empty: 'Nothing was cancelled',
    hint: 'Requests that will not be worked on stand here.',
  },
] as const satisfies readonly {
  status: ServiceRequestStatus
  label: string
  note: string
  empty: string
  hint: string
}[]

/** Service requests by where they stand; one opens in a dialog with an address of its own. */
export function RequestsPanel() {
  const [status, setStatus] = useUrlState('requests', 'pending')
  const [openId, setOpenId] = useUrlState('open', '')
  const view = views.find((each) => each.status === status) ?? views[0]
  const query = useInfiniteQuery(requestsByStatus(view.status))
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-2 sm:px-5">
        <fieldset aria-label="Show requests" className="-mx-2 flex flex-wrap">
          {views.map((each) => (
            <button
              key={each.status}
              type="button"
              aria-pressed={each.status === view.status}
              onClick={() => setStatus(each.status)}
              className="rounded-md px-2 py-1 text-meta text-ink-2 hover:bg-hover aria-pressed:font-semibold aria-pressed:text-ink aria-pressed:underline aria-pressed:decoration-tab aria-pressed:decoration-2 aria-pressed:underline-offset-4 coarse:min-h-11"
            >
              {each.label}
            </button>
          ))}
        </fieldset>
        <span className="flex items-center gap-3 text-meta text-ink-3">
          {view.note}
          <TakeAlong endpoint={exportServiceRequests} query={{ status: view.status }} what="requests" small />
        </span>
      </div>
      {view.status === 'pending' && <TakenUp />}
      <PagedList
        query={query}
        more="Show more requests"
        empty={<EmptyState title={view.empty}>{view.hint}</EmptyState>}
      >
        {(requests) => (
          <RowList label={`${view.label} service requests`}>
            {requests.map((request) => (
              <RequestRow key={request.id} request={request} onOpen={() => setOpenId(request.id)} />
            ))}
          </RowList>
        )}
      </PagedList>
      {openId !== '' && <RequestDialog id={openId} onClose={() => setOpenId('')} />}
    </>
  )
}
