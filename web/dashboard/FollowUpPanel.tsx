import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { EmptyLine, ErrorState } from '../kit/EmptyState.tsx'
import { Panel } from '../kit/Panel.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { FollowUpGroup } from './FollowUpGroup.tsx'
import { chase } from './queries.ts'

/** What has waited too long, of every kind: who, what, how long, and where to do something about it. */
export function FollowUpPanel() {
  const query = useQuery(chase)
  useReadAgainAt(query.data?.nextAt ?? null)
  const groups = query.data?.groups.filter(({ count }) => count > 0) ?? []
  const inAll = groups.reduce((sum, { count }) => sum + count, 0)
  return (
    <Panel
      flush
      title="Needs follow-up"
      note={inAll === 0 ? undefined : `${inAll.toLocaleString('en-US')} in all, oldest first, without archived folders`}
    >
      {query.isPending ? (
        <SkeletonRows rows={3} label="Loading follow-up items" rowHeight="h-16" />
      ) : query.data === undefined ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : groups.length === 0 ? (
        <EmptyLine title="Nothing needs follow-up">
          All requests are answered, and nothing is overdue or unsigned.
        </EmptyLine>
      ) : (
        <div className="divide-y divide-line">
          {groups.map((group) => (
            <FollowUpGroup key={group.kind} group={group} />
          ))}
        </div>
      )}
    </Panel>
  )
}

/** A request becomes late without a change, so there is no live event: refetch by interval. */
function useReadAgainAt(at: string | null) {
  const client = useQueryClient()
  useEffect(() => {
    if (at === null) return
    const timer = setTimeout(
      () => void client.invalidateQueries({ queryKey: ['dashboard'] }),
      Math.max(1000, Date.parse(at) - Date.now() + 1000),
    )
    return () => clearTimeout(timer)
  }, [at, client])
}
