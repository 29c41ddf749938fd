import { useQuery } from '@tanstack/react-query'
import { EmptyLine, ErrorLine } from '../kit/EmptyState.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { useWorkActions } from './actions.ts'
import { useWorkKeys } from './keys.ts'
import { workOfFolder } from './queries.ts'
import { WorkRows } from './WorkQueue.tsx'

type FolderWorkProps = {
  folderId: string
  isArchived: boolean
  /** Where the team's tasks have a list of their own. */
  withoutTasks: boolean
}

/** The team's work queue of one folder. */
export function FolderWork({ folderId, isArchived, withoutTasks }: FolderWorkProps) {
  const query = useQuery(workOfFolder(folderId))
  const actions = useWorkActions()
  const all = query.data?.items ?? []
  const items = withoutTasks ? all.filter(({ kind }) => kind !== 'due-task') : all
  useWorkKeys(items, actions)
  if (query.isPending) return <SkeletonRows rows={2} label="Loading the open work" rowHeight="h-11" />
  if (query.data === undefined)
    return (
      <ErrorLine
        what="Couldn’t load the open work."
        error={query.error}
        onRetry={() => void query.refetch()}
        className="px-4 py-3 sm:px-5"
      />
    )
  if (items.length === 0)
    return (
      <EmptyLine title="Nothing to do right now">
        {isArchived
          ? 'An archived folder has no open work.'
          : 'Messages to answer, and what is unsigned, due, or overdue will appear here.'}
      </EmptyLine>
    )
  return (
    <div className="pt-1">
      <WorkRows items={items} actions={actions} showsFolder={false} label="Open work" />
      {query.data.counts.all > all.length && (
        <p className="border-t border-line px-4 py-3 text-meta text-ink-3 sm:px-5">
          Showing the first {all.length} of {query.data.counts.all.toLocaleString('en-US')}.
        </p>
      )}
    </div>
  )
}
