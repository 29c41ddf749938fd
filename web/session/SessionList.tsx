import { type InfiniteData, useMutation, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { SessionView } from '../../domain/session.ts'
import { type Page, sentenceOf } from '../kit/call.ts'
import { AskDialog } from '../kit/Dialog.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { RowList } from '../kit/RowList.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { toast } from '../kit/toast-store.ts'
import { SessionRow } from './SessionRow.tsx'
import { texts } from './words.ts'

type SessionListProps = {
  label: string
  query: UseInfiniteQueryResult<InfiniteData<Page<SessionView>>>
  empty: ReactNode
  /** The call that ends one. */
  end: (session: SessionView) => Promise<SessionView>
}

/** Where someone is signed in; every browser but this one can be signed out. */
export function SessionList({ label, query, empty, end }: SessionListProps) {
  const [asking, setAsking] = useState<SessionView | null>(null)
  const ending = useMutation({
    mutationFn: end,
    onSuccess: ({ browser }) => toast.success(`${browser} was signed out`),
    onError: sayNotEnded,
    onSettled: async () => {
      setAsking(null)
      await query.refetch()
    },
  })
  return (
    <>
      <PagedList
        query={query}
        more="Show more sessions"
        loading={<SkeletonRows rows={1} label="Loading sessions" />}
        empty={empty}
      >
        {(sessions) => (
          <RowList label={label}>
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} onEnd={() => setAsking(session)} />
            ))}
          </RowList>
        )}
      </PagedList>
      <AskDialog
        open={asking !== null}
        title="Sign out of this session?"
        question={texts.signOut(asking?.browser ?? '')}
        act="Sign out"
        danger
        pending={ending.isPending}
        onCancel={() => setAsking(null)}
        onAct={() => asking !== null && ending.mutate(asking)}
      />
    </>
  )
}

export const sayNotEnded = (error: Error) =>
  toast({
    title: 'Couldn’t sign out of the session',
    description: sentenceOf(error, 'Try again.'),
    variant: 'destructive',
  })
