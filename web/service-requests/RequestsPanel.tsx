import { useInfiniteQuery } from '@tanstack/react-query'
import { exportServiceRequests } from '../../api/service-requests.ts'
import type { ServiceRequestStatus } from '../../domain/service-request.ts'
import { Button } from '../kit/Button.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { RowList } from '../kit/RowList.tsx'
import { SearchField } from '../kit/SearchField.tsx'
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
  const [words, setWords] = useUrlState('business', '')
  const [openId, setOpenId] = useUrlState('open', '')
  const view = views.find((each) => each.status === status) ?? views[0]
  const query = useInfiniteQuery(requestsByStatus(view.status, words))
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
        <span className="flex flex-1 flex-wrap items-center justify-end gap-x-3 gap-y-2 text-meta text-ink-3">
          <SearchField
            label="Search service requests"
            value={words}
            onChange={setWords}
            className="min-w-40 flex-1 sm:max-w-56"
          />
          <span className="whitespace-nowrap">{view.note}</span>
          <TakeAlong
            endpoint={exportServiceRequests}
            query={{ status: view.status, ...(words === '' ? {} : { q: words }) }}
            what="requests"
            small
          />
        </span>
      </div>
      {view.status === 'pending' && <TakenUp />}
      <PagedList
        query={query}
        more="Show more requests"
        empty={
          words === '' ? (
            <EmptyState title={view.empty}>{view.hint}</EmptyState>
          ) : (
            <EmptyState
              title="No request matches"
              action={<Button onClick={() => setWords('')}>Show all requests</Button>}
            >
              The search looks at businesses, people and email addresses.
            </EmptyState>
          )
        }
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
