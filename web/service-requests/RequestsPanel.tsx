import { useInfiniteQuery } from '@tanstack/react-query'
import { exportServiceRequests } from '../../api/service-requests.ts'
import { Button } from '../kit/Button.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { RowList } from '../kit/RowList.tsx'
import { SearchField } from '../kit/SearchField.tsx'
import { ExportButton } from '../kit/ExportButton.tsx'
import { useUrlState } from '../kit/url-state.ts'
import { type RequestFilter, requestsIn } from './queries.ts'
import { RequestDialog } from './RequestDialog.tsx'
import { RequestRow } from './RequestRow.tsx'
import { AcceptedRequest } from './AcceptedRequest.tsx'
import { texts } from './words.ts'

const views = [
  {
    key: 'pending',
    filter: { status: 'pending', order: 'oldest' },
    label: 'Pending',
    note: 'Oldest first',
    empty: 'No pending requests',
    hint: 'New requests from the website will appear here.',
  },
  {
    key: 'in-progress',
    filter: { status: 'in-progress' },
    label: 'In progress',
    note: 'Latest first',
    empty: 'No requests in progress',
    hint: 'Accepted requests appear here until they’re completed.',
  },
  {
    key: 'completed',
    filter: { status: 'completed' },
    label: 'Completed',
    note: 'Latest first',
    empty: 'No completed requests yet',
    hint: 'Completed requests will appear here.',
  },
  {
    key: 'cancelled',
    filter: { status: 'cancelled' },
    label: 'Cancelled',
    note: 'Latest first',
    empty: 'No canceled requests',
    hint: 'Canceled requests will appear here.',
  },
  {
    key: 'suspected-spam',
    filter: { suspectedSpam: 'true' },
    label: 'Suspected spam',
    note: 'Latest first',
    empty: 'No suspected spam',
    hint: texts.noSuspectedSpam,
  },
] as const satisfies readonly {
  key: string
  filter: RequestFilter
  label: string
  note: string
  empty: string
  hint: string
}[]

/** Service requests by status, and the suspected spam; one opens in a dialog with its own URL. */
export function RequestsPanel() {
  const [key, setKey] = useUrlState('requests', 'pending')
  const [words, setWords] = useUrlState('business', '')
  const [openId, setOpenId] = useUrlState('open', '')
  const view = views.find((each) => each.key === key) ?? views[0]
  const query = useInfiniteQuery(requestsIn(view.filter, words))
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-2 sm:px-5">
        <fieldset aria-label="Show requests" className="-mx-2 flex min-w-0 overflow-x-auto max-sm:basis-full">
          {views.map((each) => (
            <button
              key={each.key}
              type="button"
              aria-pressed={each.key === view.key}
              onClick={() => setKey(each.key)}
              className="shrink-0 rounded-md px-2 py-1 text-meta text-ink-2 hover:bg-hover aria-pressed:font-semibold aria-pressed:text-ink aria-pressed:underline aria-pressed:decoration-tab aria-pressed:decoration-2 aria-pressed:underline-offset-4 coarse:min-h-11"
            >
              {each.label}
            </button>
          ))}
        </fieldset>
        <span className="flex flex-1 items-center justify-end gap-x-3 gap-y-2 text-meta text-ink-3">
          <SearchField
            label="Search service requests"
            value={words}
            onChange={setWords}
            className="min-w-0 flex-1 sm:max-w-72"
          />
          <span className="whitespace-nowrap max-xl:hidden">{view.note}</span>
          <ExportButton
            endpoint={exportServiceRequests}
            query={{ ...view.filter, ...(words === '' ? {} : { q: words }) }}
            what="requests"
            small
          />
        </span>
      </div>
      {view.key === 'pending' && <AcceptedRequest />}
      <PagedList
        query={query}
        more="Show more requests"
        empty={
          words === '' ? (
            <EmptyState title={view.empty}>{view.hint}</EmptyState>
          ) : (
            <EmptyState
              title="No matching requests"
              action={<Button onClick={() => setWords('')}>Show all requests</Button>}
            >
              You can search by business, name, and email address.
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
