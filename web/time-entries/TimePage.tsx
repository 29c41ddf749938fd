import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { exportTimeEntries } from '../../api/time-entries.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { FolderPicker } from '../client-folders/FolderPicker.tsx'
import { Button } from '../kit/Button.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { ExportButton } from '../kit/ExportButton.tsx'
import { ListFilters, useListState } from '../kit/ListFilters.tsx'
import { useNow } from '../kit/now.ts'
import { PagedList } from '../kit/PagedList.tsx'
import { PageHeader } from '../kit/PageHeader.tsx'
import { Panel } from '../kit/Panel.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { useHome } from '../session/names.ts'
import { useUser } from '../session/use-auth.ts'
import { showOverlay } from '../shell/overlays.ts'
import { nameOf, staffFound } from '../staff/queries.ts'
import { timeFound, timeSummaryOf } from './queries.ts'
import { TimeList } from './TimeList.tsx'
import { WeekStrip } from './WeekStrip.tsx'
import { mondayOf } from './words.ts'

const billing = {
  open: { isBillable: 'true', isInvoiced: 'false' },
  billable: { isBillable: 'true' },
  internal: { isBillable: 'false' },
  invoiced: { isInvoiced: 'true' },
} as const

/** The reader's own week; chosen, the time of the team and of other dates. */
export default function TimePage() {
  const { id: ownId } = useUser()
  const list = useListState(['q', 'who', 'folder', 'status', 'view', 'from'] as const, 'from')
  const { q, who, folder, status, view, from } = list.values
  const today = officeDate(useNow())
  const thisMonday = mondayOf(today)
  const isWeek = view !== 'all'
  const monday = /^2\d{3}-\d\d-\d\d$/.test(from) ? mondayOf(from) : thisMonday
  const filter = {
    ...(q === '' ? {} : { q }),
    ...(who === 'everyone' ? {} : { userId: who === '' ? ownId : who }),
    ...(folder === '' ? {} : { clientFolderId: folder }),
    ...(status in billing ? billing[status as keyof typeof billing] : {}),
    ...(isWeek ? { from: monday, to: daysAfter(monday, 6) } : {}),
  }
  const query = useInfiniteQuery(timeFound(filter))
  const summary = useQuery(timeSummaryOf(filter)).data
  const staff = useInfiniteQuery(staffFound(''))
  const colleagues = (staff.data?.pages ?? []).flatMap(({ items }) => items).filter(({ id }) => id !== ownId)
  return (
    <>
      <PageHeader
        home={useHome()}
        title="Time"
        description="Record your work, and see what isn’t invoiced yet."
        actions={
          <>
            <ExportButton endpoint={exportTimeEntries} query={filter} what="time" />
            <Button variant="primary" onClick={() => showOverlay('time')}>
              <Plus />
              Record time
            </Button>
          </>
        }
      />
      <Panel flush>
        <ListFilters
          label="Search time"
          state={list}
          words="q"
          filters={[
            {
              name: 'who',
              label: 'Person',
              all: 'My time',
              choices: [
                { value: 'everyone', label: 'Everyone' },
                ...colleagues.map((person) => ({ value: person.id, label: nameOf(person) })),
              ],
            },
            {
              name: 'status',
              label: 'Billing',
              all: 'Any billing status',
              choices: [
                { value: 'open', label: 'Not invoiced' },
                { value: 'billable', label: 'Billable' },
                { value: 'internal', label: 'Not billable' },
                { value: 'invoiced', label: 'Invoiced' },
              ],
            },
            { name: 'view', label: 'Dates', all: 'By week', choices: [{ value: 'all', label: 'All dates' }] },
          ]}
        >
          <FolderPicker
            label="Client folder"
            all="All clients"
            value={folder}
            className="w-full sm:w-56"
            onChoose={(chosen) => list.set('folder', chosen?.id ?? '')}
          />
        </ListFilters>
        {isWeek && (
          <WeekStrip
            {...{ monday, today, thisMonday, summary }}
            onWeek={(week) => list.set('from', week === thisMonday ? '' : week)}
          />
        )}
        <PagedList
          query={query}
          more="Show earlier time"
          loading={<SkeletonRows label="Loading time" />}
          empty={
            <EmptyState title={isWeek ? 'No time this week' : 'No time found'}>
              Time will appear here when you record it.
            </EmptyState>
          }
        >
          {(entries) => <TimeList entries={entries} summary={summary} showsFolder showsPerson={who !== ''} level={2} />}
        </PagedList>
      </Panel>
    </>
  )
}
