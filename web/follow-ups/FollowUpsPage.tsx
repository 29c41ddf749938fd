import { useInfiniteQuery } from '@tanstack/react-query'
import { ScheduledKind, scheduledKinds } from '../../domain/follow-up.ts'
import { EmptyState } from '../kit/EmptyState.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { PageHeader } from '../kit/PageHeader.tsx'
import { Panel } from '../kit/Panel.tsx'
import { choicesOf, FilterSelect } from '../kit/SelectField.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { useUrlState } from '../kit/url-state.ts'
import { useHome } from '../session/names.ts'
import { FollowUpList } from './FollowUpList.tsx'
import { followUpsFound } from './queries.ts'
import { kindLabels, texts } from './words.ts'

/** The reminders of the coming week, for the team. */
export default function FollowUpsPage() {
  const [given, setKind] = useUrlState('kind', '')
  const kind = ScheduledKind.safeParse(given).data
  const planned = useInfiniteQuery(followUpsFound(kind, false))
  const paused = useInfiniteQuery(followUpsFound(kind, true))
  const hasPaused = paused.data?.pages.some(({ items }) => items.length > 0) === true
  return (
    <>
      <PageHeader home={useHome()} title="Follow-up" description={texts.page} />
      <Panel flush className="overflow-clip">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-3 sm:px-5">
          <FilterSelect
            label="Kind"
            all="All kinds"
            choices={choicesOf(scheduledKinds, kindLabels)}
            value={kind ?? ''}
            onChange={setKind}
          />
          <p className="min-w-0 flex-1 basis-60 text-meta text-ink-3">{texts.when}</p>
        </div>
        <PagedList
          query={planned}
          more="Show more reminders"
          loading={<SkeletonRows label="Loading reminders" />}
          empty={
            <EmptyState title="No reminders in the next 7 days">
              {kind === undefined ? texts.none : 'Choose another kind to see more reminders.'}
            </EmptyState>
          }
        >
          {(items) => <FollowUpList items={items} />}
        </PagedList>
      </Panel>
      {hasPaused && (
        <Panel title="Paused" note={texts.paused} flush className="mt-6 overflow-clip">
          <PagedList query={paused} more="Show more paused reminders" empty={null}>
            {(items) => <FollowUpList items={items} />}
          </PagedList>
        </Panel>
      )}
    </>
  )
}
