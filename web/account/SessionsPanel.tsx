import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { endOtherSessions, endSession } from '../../api/sessions.ts'
import { Button } from '../kit/Button.tsx'
import { call } from '../kit/call.ts'
import { AskDialog } from '../kit/Dialog.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { Panel } from '../kit/Panel.tsx'
import { toast } from '../kit/toast-store.ts'
import { sayNotEnded, SessionList } from '../session/SessionList.tsx'
import { ownSessions } from './queries.ts'
import { texts } from './words.ts'

/** Where one is signed in, and the way to end it there. */
export function SessionsPanel() {
  const query = useInfiniteQuery(ownSessions)
  const [asking, setAsking] = useState(false)
  const endOthers = useMutation({
    mutationFn: () => call(endOtherSessions),
    onSuccess: ({ ended }) =>
      toast.success(ended === 1 ? 'Signed out of 1 other session' : `Signed out of ${ended} other sessions`),
    onError: sayNotEnded,
    onSettled: async () => {
      setAsking(false)
      await query.refetch()
    },
  })
  const others = query.data?.pages.flatMap((page) => page.items).filter((session) => !session.current) ?? []
  return (
    <Panel
      title="Active sessions"
      note="If you don’t recognize a session, sign it out and change your password."
      flush
      className="overflow-clip"
      action={
        others.length > 0 && (
          <Button size="small" onClick={() => setAsking(true)}>
            Sign out all others
          </Button>
        )
      }
    >
      <SessionList
        label="Your sessions"
        query={query}
        empty={<EmptyState title="No sessions">No active sessions.</EmptyState>}
        end={({ id }) => call(endSession, { params: { id } })}
      />
      <AskDialog
        open={asking}
        title="Sign out of all other sessions?"
        question={texts.signOutOthers}
        act="Sign out all others"
        danger
        pending={endOthers.isPending}
        onCancel={() => setAsking(false)}
        onAct={() => endOthers.mutate()}
      />
    </Panel>
  )
}
