import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../kit/Button.tsx'
import { AskDialog } from '../kit/Dialog.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { Panel } from '../kit/Panel.tsx'
import { RowList } from '../kit/RowList.tsx'
import { ownSessions } from './queries.ts'
import { SessionRow } from './SessionRow.tsx'
import { useEndOtherSessions, useEndSession } from './end-sessions.ts'

/** Where one is signed in, and the way to end it there. */
export function SessionsPanel() {
  const query = useInfiniteQuery(ownSessions)
  const endOne = useEndSession()
  const endOthers = useEndOtherSessions()
  const [asking, setAsking] = useState(false)
  const others = query.data?.pages.flatMap((page) => page.items).filter((session) => !session.current) ?? []
  return (
    <Panel
      title="Where you are signed in"
      note="End what you do not recognize, then change your password."
      flush
      className="overflow-clip"
      action={
        others.length > 0 && (
          <Button size="small" onClick={() => setAsking(true)}>
            End all others
          </Button>
        )
      }
    >
      <PagedList
        query={query}
        more="Show more sessions"
        empty={<EmptyState title="No sessions">You are not signed in anywhere any more.</EmptyState>}
      >
        {(sessions) => (
          <RowList label="Your sessions">
            {sessions.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                pending={endOne.isPending && endOne.variables.id === session.id}
                onEnd={() => endOne.mutate(session)}
              />
            ))}
          </RowList>
        )}
      </PagedList>
      <AskDialog
        open={asking}
        title="End all other sessions?"
        question="Every browser but this one is signed out at once. What was typed there and not saved is lost."
        act="End all others"
        danger
        pending={endOthers.isPending}
        onKeep={() => setAsking(false)}
        onAct={() => endOthers.mutate(undefined, { onSettled: () => setAsking(false) })}
      />
    </Panel>
  )
}
