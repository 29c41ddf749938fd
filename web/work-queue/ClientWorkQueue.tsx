import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import {
  firstOfGroup,
  groupOf,
  type WorkGroup,
  type WorkGroupCount,
  type WorkItem,
  type WorkKind,
  type WorkQueue,
} from '../../domain/work-queue.ts'
import { Button } from '../kit/Button.tsx'
import { classes } from '../kit/classes.ts'
import { ErrorState } from '../kit/EmptyState.tsx'
import { Money } from '../kit/Money.tsx'
import { Panel } from '../kit/Panel.tsx'
import { Name } from '../kit/PersonName.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { useWorkActions, type WorkActions } from './actions.ts'
import { useWorkKeys } from './keys.ts'
import { workQueue } from './queries.ts'
import { WorkRows } from './WorkQueue.tsx'
import { ActionButton, Deadline, icons } from './WorkRow.tsx'
import { groupTitle, queueSentence, saysOf } from './words.ts'

/** Up to this many items are one list; more are shown in groups. */
const maxUngrouped = 8

/**
 * A client's work queue: the first item is large and has the page's only primary button. The company is named only
 * where it isn't that of the folder that the page is about.
 */
export function ClientWorkQueue({ folderId }: { folderId: string }) {
  const query = useQuery(workQueue('all'))
  const actions = useWorkActions()
  const items = query.data?.items ?? []
  useWorkKeys(items, actions)
  const all = query.data?.counts.all ?? 0
  const title = query.data === undefined ? 'Waiting for you' : queueSentence(all)
  return (
    <Panel
      flush={query.data === undefined || items.length > 0}
      title={title}
      className={classes('mb-4 sm:mb-5', query.isSuccess && items.length === 0 && '[&>div]:hidden [&>header]:pb-4')}
    >
      {query.isPending ? (
        <SkeletonRows rows={2} label="Loading what’s waiting for you" />
      ) : query.data === undefined ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Items queue={query.data} actions={actions} isElsewhere={({ clientFolderId }) => clientFolderId !== folderId} />
      )}
    </Panel>
  )
}

type PartProps = { actions: WorkActions; isElsewhere: (item: WorkItem) => boolean }

/** A column of companies only if one is to be named. */
const rowsOf = (items: readonly WorkItem[], { actions, isElsewhere }: PartProps) => ({
  actions,
  showsFolder: items.some(isElsewhere) && isElsewhere,
})

function Items({ queue: { items, counts, groups }, ...part }: PartProps & { queue: WorkQueue }) {
  const [first, ...others] = items
  if (first === undefined) return null
  return (
    <>
      <FirstItem item={first} {...part} />
      {counts.all > maxUngrouped
        ? groups.map((group) => <Group key={group.group} group={group} first={first} others={others} {...part} />)
        : others.length > 0 && (
            <div className="border-t border-line">
              <WorkRows items={others} {...rowsOf(others, part)} label="Waiting for you" />
            </div>
          )}
    </>
  )
}

const groupsByKind: Partial<Record<WorkKind, WorkGroup>> = groupOf

type GroupProps = PartProps & { group: WorkGroupCount; first: WorkItem; others: readonly WorkItem[] }

/** The first items of a group, and all of them on request. The large item above is not repeated. */
function Group({ group: { group, ...counts }, first, others, ...part }: GroupProps) {
  const [showsAll, setShowsAll] = useState(false)
  const heading = useId()
  const isFirsts = groupsByKind[first.kind] === group
  const count = counts.count - (isFirsts ? 1 : 0)
  const overdue = counts.overdue - (isFirsts && first.isLate ? 1 : 0)
  const amount = counts.amount === null ? null : counts.amount - (isFirsts ? (first.amount ?? 0) : 0)
  const items = others.filter(({ kind }) => groupsByKind[kind] === group)
  if (items.length === 0) return null
  const shown = showsAll ? items : items.slice(0, firstOfGroup)
  const title = groupTitle(group, count, isFirsts)
  return (
    <section aria-labelledby={heading} className="border-t border-line">
      <header className="flex min-h-11 flex-wrap items-center gap-x-3 border-b border-line bg-mist px-4 py-1 sm:px-5">
        <h3 id={heading} className="text-body font-semibold text-ink">
          {title}
        </h3>
        {group === 'pay' && amount !== null && (
          <span className="text-body text-ink">
            <Money cents={amount} />
          </span>
        )}
        {overdue > 0 && (
          <span className="text-meta font-semibold text-danger">{overdue.toLocaleString('en-US')} overdue</span>
        )}
        {count > firstOfGroup && (
          <Button
            variant="ghost"
            size="small"
            className="-mr-2 ml-auto"
            aria-expanded={showsAll}
            onClick={() => setShowsAll(!showsAll)}
          >
            {showsAll ? 'Show fewer' : count > items.length ? 'Show more' : `Show all ${count.toLocaleString('en-US')}`}
            <span className="sr-only">: {title}</span>
          </Button>
        )}
      </header>
      <WorkRows items={shown} {...rowsOf(shown, part)} label={title} />
      {showsAll && count > items.length && (
        <p className="border-t border-line px-4 py-3 text-meta text-ink-3 sm:px-5">
          Showing the first {items.length} of {count.toLocaleString('en-US')}.
        </p>
      )}
    </section>
  )
}

function FirstItem({ item, actions, isElsewhere }: PartProps & { item: WorkItem }) {
  const Icon = icons[item.kind]
  return (
    <div data-work-item={item.id} className="flex flex-wrap items-center gap-x-5 gap-y-3 px-4 py-3 sm:px-5 sm:py-5">
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-info-soft text-info max-sm:hidden">
        <Icon size={22} />
      </span>
      <div className="min-w-0 flex-1 basis-60">
        <h3
          dir="auto"
          className="font-display text-subtitle text-balance wrap-anywhere max-sm:text-lead own-direction text-ink"
        >
          {saysOf(item)}
        </h3>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-3 text-body wrap-anywhere text-ink-2">
          {item.amount !== null && (
            <span className="tabular font-semibold text-ink">
              <Money cents={item.amount} />
            </span>
          )}
          {isElsewhere(item) && item.folderName !== null && <Name>{item.folderName}</Name>}
          <Deadline item={item} />
        </p>
      </div>
      <ActionButton item={item} actions={actions} variant="primary" size="regular" />
    </div>
  )
}
