import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { exportDeadlines } from '../../api/deadlines.ts'
import { DeadlineKind, deadlineKindLabels, deadlineKinds, DeadlineStatus } from '../../domain/deadline.ts'
import { useSeesFolders } from '../client-folders/use-sees-folders.ts'
import { buttonStyle } from '../kit/button-style.ts'
import { EmptyState } from '../kit/EmptyState.tsx'
import { ExportButton } from '../kit/ExportButton.tsx'
import { ListFilters, useListState } from '../kit/ListFilters.tsx'
import { PagedList, useActionsAbove } from '../kit/PagedList.tsx'
import { PageHeader } from '../kit/PageHeader.tsx'
import { Panel } from '../kit/Panel.tsx'
import { choicesOf } from '../kit/SelectField.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { ViewTabs } from '../kit/ViewTabs.tsx'
import { useHome } from '../session/names.ts'
import { DeadlineBoard } from './DeadlineBoard.tsx'
import { deadlinesFound } from './queries.ts'

/** The deadlines of every client that the reader sees; a client sees their own. */
export default function DeadlinesPage() {
  const list = useListState(['q', 'kind', 'status'] as const)
  const { q } = list.values
  const kind = DeadlineKind.options.find((each) => each === list.values.kind)
  const view = list.values.status
  const status = view === '' ? 'open' : DeadlineStatus.options.find((each) => each === view)
  const filter = {
    ...(q === '' ? {} : { q }),
    ...(kind === undefined ? {} : { kind }),
    ...(status === undefined ? {} : { status }),
  }
  const query = useInfiniteQuery(deadlinesFound(filter))
  const isTeam = useSeesFolders()
  const hasActionsAbove = useActionsAbove(query, list.isFiltered)
  return (
    <>
      <PageHeader
        home={useHome()}
        title="Deadlines"
        description={
          isTeam
            ? 'View deadlines for your clients and their employees.'
            : 'View deadlines for your company and your employees.'
        }
        actions={hasActionsAbove && <ExportButton endpoint={exportDeadlines} query={filter} what="deadlines" />}
      />
      <ViewTabs
        label="Views of deadlines"
        tabs={[
          { value: '', label: 'Open' },
          { value: 'completed', label: 'Completed' },
          { value: 'all', label: 'All' },
        ]}
        value={view}
        onChange={(chosen) => list.set('status', chosen)}
      />
      <Panel flush>
        {hasActionsAbove && (
          <ListFilters
            label="Search deadlines"
            state={list}
            words="q"
            filters={[
              { name: 'kind', label: 'Kind', all: 'All kinds', choices: choicesOf(deadlineKinds, deadlineKindLabels) },
            ]}
          />
        )}
        <PagedList
          query={query}
          more="Show more deadlines"
          loading={<SkeletonRows label="Loading deadlines" />}
          empty={
            <EmptyState
              title={list.isFiltered ? 'No deadlines found' : 'No open deadlines'}
              action={
                isTeam && !list.isFiltered ? (
                  <Link to="/client-folders" className={buttonStyle()}>
                    Choose a client
                  </Link>
                ) : undefined
              }
            >
              {list.isFiltered
                ? 'Try a different search, kind, or view.'
                : isTeam
                  ? 'Deadlines will appear here when employees or standard deadlines are added to a client folder.'
                  : 'Deadlines will appear here when your consultant adds them.'}
            </EmptyState>
          }
        >
          {(deadlines) => <DeadlineBoard deadlines={deadlines} showsFolder={isTeam ? 'link' : 'name'} />}
        </PagedList>
      </Panel>
    </>
  )
}
