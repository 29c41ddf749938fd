import { useInfiniteQuery } from '@tanstack/react-query'
import { classes } from '../kit/classes.ts'
import { EmptyState } from '../kit/EmptyState.tsx'
import { ListFilters, useListState } from '../kit/ListFilters.tsx'
import { useMedia } from '../kit/media.ts'
import { usePageTitle } from '../kit/page-title.ts'
import { PageHeader } from '../kit/PageHeader.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { Panel } from '../kit/Panel.tsx'
import { choicesOf } from '../kit/SelectField.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { useUrlState } from '../kit/url-state.ts'
import { useHome } from '../session/names.ts'
import { EmailPane } from './EmailPane.tsx'
import { EmailTable } from './EmailTable.tsx'
import { emailsFound } from './queries.ts'
import { emailStatuses, statusNames, texts } from './words.ts'

const orders = [{ value: 'oldest', label: 'Oldest first' }]
const statusChoices = choicesOf(emailStatuses, statusNames)

/** The emails that the portal sent: a list with a detail view, which narrow screens show one at a time. */
export default function EmailLogPage() {
  usePageTitle('Email log')
  const state = useListState(['q', 'status', 'order'], 'order')
  const { q, status, order } = state.values
  const [openId, setOpenId] = useUrlState('email', '', { backCloses: true })
  const query = useInfiniteQuery(
    emailsFound(
      q,
      emailStatuses.find((each) => each === status),
      order,
    ),
  )
  const isOpen = openId !== ''
  // There the open email takes the list's place and has a way back of its own.
  const isNarrow = useMedia('(width < 64rem)')
  return (
    <>
      <PageHeader home={useHome()} title="Email log" backToDashboard={!(isOpen && isNarrow)} description={texts.page} />
      <div
        className={classes(
          'grid grid-cols-1 items-start gap-6',
          isOpen && 'lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]',
        )}
      >
        <Panel flush className={classes('overflow-clip', isOpen && 'max-lg:hidden')}>
          <ListFilters
            label="Search emails"
            state={state}
            words="q"
            filters={[
              { name: 'status', label: 'Status', all: 'Any status', choices: statusChoices },
              { name: 'order', label: 'Sort by', all: 'Newest first', choices: orders },
            ]}
          />
          <PagedList
            query={query}
            more="Show more emails"
            loading={<SkeletonRows label="Loading emails" rowHeight="h-11" rows={8} />}
            empty={
              state.isFiltered ? (
                <EmptyState title="No matching emails">You can search by address and subject.</EmptyState>
              ) : (
                <EmptyState title="No emails yet">
                  Invitations, password links, and notifications will appear here.
                </EmptyState>
              )
            }
          >
            {(emails) => (
              <EmailTable emails={emails} openId={openId} order={order} onOrder={(next) => state.set('order', next)} />
            )}
          </PagedList>
        </Panel>
        {isOpen && <EmailPane key={openId} id={openId} onClose={() => setOpenId('')} />}
      </div>
    </>
  )
}
