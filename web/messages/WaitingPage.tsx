import { useInfiniteQuery } from '@tanstack/react-query'
import { EmptyState } from '../kit/EmptyState.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { PageHeader } from '../kit/PageHeader.tsx'
import { Panel } from '../kit/Panel.tsx'
import { useHome } from '../session/names.ts'
import { waitingThreads } from './queries.ts'
import { SetAsideStrip, useSettingAside, WaitingList } from './WaitingList.tsx'

/** Every thread whose last message is a client's and has no answer. */
export default function WaitingPage() {
  const query = useInfiniteQuery(waitingThreads(30))
  const { last, aside, back } = useSettingAside()
  return (
    <>
      <PageHeader
        home={useHome()}
        title="Waiting for us"
        description="Messages of clients without an answer. Reading one does not take it off: an answer does, or that none is needed."
      />
      <Panel flush className="overflow-clip" title="Messages" note="The newest first">
        <SetAsideStrip last={last} back={back} />
        <PagedList
          query={query}
          more="Show more messages"
          empty={
            <EmptyState title="Nobody waits for an answer">
              Messages of clients stand here until somebody answers.
            </EmptyState>
          }
        >
          {(threads) => <WaitingList threads={threads} aside={aside} />}
        </PagedList>
      </Panel>
    </>
  )
}
