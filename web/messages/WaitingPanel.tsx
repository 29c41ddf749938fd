import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { EmptyLine, ErrorState } from '../kit/EmptyState.tsx'
import { Panel } from '../kit/Panel.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { countWords } from '../notices/words.ts'
import { waitingFigures, waitingThreads } from './queries.ts'
import { SetAsideStrip, useSettingAside, WaitingList } from './WaitingList.tsx'

const shown = 3

/** On the dashboard: the newest messages that wait for an answer. */
export function WaitingPanel() {
  const query = useInfiniteQuery(waitingThreads(shown))
  const count = useQuery(waitingFigures).data?.waiting ?? 0
  const { last, aside, back } = useSettingAside()
  const threads = query.data?.pages[0]?.items ?? []
  return (
    <Panel
      flush
      className="overflow-clip"
      title="Waiting for us"
      note={count === 0 ? undefined : `${countWords(count)} without an answer, the newest first`}
    >
      <SetAsideStrip last={last} back={back} />
      {query.isPending ? (
        <SkeletonRows rows={2} label="Loading messages that wait" rowHeight="h-16" />
      ) : query.data === undefined ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : threads.length === 0 ? (
        <EmptyLine title="Nobody waits for an answer">Messages of clients stand here until somebody answers.</EmptyLine>
      ) : (
        <>
          <WaitingList threads={threads} aside={aside} narrow />
          {count > threads.length && (
            <p className="border-t border-line px-4 py-2.5 sm:px-5">
              <Link to="/waiting" className="link text-meta font-semibold coarse:inline-block coarse:py-2">
                Show all {countWords(count)}
              </Link>
            </p>
          )}
        </>
      )}
    </Panel>
  )
}
