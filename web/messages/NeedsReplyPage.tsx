import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Inbox, MessageSquareQuote } from 'lucide-react'
import { buttonStyle } from '../kit/button-style.ts'
import { EmptyState } from '../kit/EmptyState.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { PageHeader } from '../kit/PageHeader.tsx'
import { Panel } from '../kit/Panel.tsx'
import { useHome } from '../session/names.ts'
import { unansweredThreads } from './queries.ts'
import { NoReplyNeededStrip, useNoReplyNeeded, UnansweredList } from './UnansweredList.tsx'

/** Every thread whose last message is a client's and has no answer. */
export default function NeedsReplyPage() {
  const query = useInfiniteQuery(unansweredThreads(30))
  const { last, aside, back } = useNoReplyNeeded()
  return (
    <>
      <PageHeader
        home={useHome()}
        title="Needs reply"
        description="Reply to a client’s message, or mark it as no reply needed."
        actions={
          <>
            <Link to="/received-emails" className={buttonStyle()}>
              <Inbox />
              Received email
            </Link>
            <Link to="/saved-replies" className={buttonStyle()}>
              <MessageSquareQuote />
              Saved replies
            </Link>
          </>
        }
      />
      <Panel flush className="overflow-clip" title="Messages" note="Longest wait first">
        <NoReplyNeededStrip last={last} back={back} />
        <PagedList
          query={query}
          more="Show more messages"
          empty={
            <EmptyState title="No messages need a reply">
              A client’s message appears here until someone replies.
            </EmptyState>
          }
        >
          {(threads) => <UnansweredList threads={threads} aside={aside} />}
        </PagedList>
      </Panel>
    </>
  )
}
