import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { WorkView, type WorkItem } from '../../domain/work-queue.ts'
import { EmptyState, ErrorState } from '../kit/EmptyState.tsx'
import { classes } from '../kit/classes.ts'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { useUrlState } from '../kit/url-state.ts'
import { AcceptedRequest } from '../service-requests/AcceptedRequest.tsx'
import { panelOf, useWorkActions, type WorkActions } from './actions.ts'
import { isSame, useWorkKeys } from './keys.ts'
import { workQueue } from './queries.ts'
import { type ShowsFolder, WorkRow } from './WorkRow.tsx'

const views: readonly { value: WorkView; label: string }[] = [
  { value: 'mine', label: 'Mine' },
  { value: 'all', label: 'All' },
  { value: 'overdue', label: 'Overdue' },
]

/** What a member of the team can do next, under a tab of their dashboard. */
export function TeamWorkQueue() {
  const [given, setView] = useUrlState('view', 'all')
  const view = WorkView.safeParse(given).data ?? 'all'
  const query = useQuery(workQueue(view))
  const actions = useWorkActions()
  const items = query.data?.items ?? []
  useWorkKeys(items, actions)
  useReadAgainAt(query.data?.nextAt ?? null)
  const counts = query.data?.counts
  // For most staff members, all work is theirs.
  const shown = views.filter(
    ({ value }) => value !== 'mine' || view === 'mine' || counts === undefined || counts.mine !== counts.all,
  )
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-2 sm:px-5">
        <fieldset aria-label="Show work" className="-mx-2 flex flex-wrap">
          {shown.map(({ value, label }) => (
            <button
              key={value}
              type="button"
              aria-pressed={value === view}
              onClick={() => setView(value)}
              className="rounded-t-md px-2 py-1 text-meta text-ink-2 hover:bg-hover aria-pressed:font-semibold border-b-2 border-transparent aria-pressed:border-tab aria-pressed:text-ink coarse:min-h-11"
            >
              {label}
              {counts !== undefined && (
                <span className={classes('tabular ml-1.5', value === 'overdue' && counts.overdue > 0 && 'text-danger')}>
                  {counts[value].toLocaleString('en-US')}
                </span>
              )}
            </button>
          ))}
        </fieldset>
        <p className="text-meta text-ink-3 coarse:hidden" aria-hidden="true">
          j k to move, Enter to open, a to accept, r to reply, e when done
        </p>
      </div>
      <AcceptedRequest />
      {query.isPending ? (
        <SkeletonRows label="Loading the work queue" rowHeight="h-11" rows={8} />
      ) : query.data === undefined ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : items.length === 0 ? (
        <EmptyState title={view === 'overdue' ? 'Nothing is overdue' : 'Nothing to do right now'}>
          Requests, messages, and everything that’s due today will appear here.
        </EmptyState>
      ) : (
        <>
          <WorkRows items={items} actions={actions} showsFolder label="Work queue" />
          {counts !== undefined && counts[view] > items.length && (
            <p className="border-t border-line px-4 py-3 text-meta text-ink-3 sm:px-5">
              Showing the first {items.length} of {counts[view].toLocaleString('en-US')}.
            </p>
          )}
        </>
      )}
    </>
  )
}

type RowsProps = { items: readonly WorkItem[]; actions: WorkActions; showsFolder: ShowsFolder; label: string }

export const WorkRows = ({ items, actions, showsFolder, label }: RowsProps) => (
  <ul aria-label={label} className="divide-y divide-line">
    {items.map((item) => (
      <WorkRow
        key={item.kind + item.id}
        item={item}
        actions={actions}
        showsFolder={showsFolder}
        isOpen={isSame(panelOf(item), actions.opened)}
      />
    ))}
  </ul>
)

/** A reply becomes late by time alone, without a live event. */
function useReadAgainAt(at: string | null) {
  const client = useQueryClient()
  useEffect(() => {
    if (at === null) return
    const timer = setTimeout(
      () => void client.invalidateQueries({ queryKey: ['dashboard'] }),
      Math.min(2 ** 31 - 1, Math.max(1000, Date.parse(at) - Date.now() + 1000)),
    )
    return () => clearTimeout(timer)
  }, [at, client])
}
