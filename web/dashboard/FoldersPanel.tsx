import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { exportClientFolders } from '../../api/client-folders.ts'
import { type ClientFolderSummary, FolderStatus } from '../../domain/client-folder.ts'
import { Id } from '../../domain/text.ts'
import { BulkActionMenu } from '../bulk-actions/BulkActionMenu.tsx'
import { useFolderBulk } from '../bulk-actions/use-client-bulk.tsx'
import { columnsOf } from '../client-folders/columns.tsx'
import { foldersFound } from '../client-folders/queries.ts'
import { Button } from '../kit/Button.tsx'
import { DataTable } from '../kit/DataTable.tsx'
import { formatDate } from '../kit/dates.ts'
import { EmptyState } from '../kit/EmptyState.tsx'
import { ExportButton } from '../kit/ExportButton.tsx'
import type { Place } from '../kit/link-target.ts'
import { type ListFilter, ListFilters, useListState } from '../kit/ListFilters.tsx'
import { useNow } from '../kit/now.ts'
import { PagedList } from '../kit/PagedList.tsx'
import { Name } from '../kit/PersonName.tsx'
import { Row, RowList } from '../kit/RowList.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { StatusBadge, statusWords } from '../kit/StatusBadge.tsx'
import { useUser } from '../session/use-auth.ts'
import { useSeesPart } from '../session/use-sees-part.ts'
import { nameOf, staffFound } from '../staff/queries.ts'

const names = ['folders', 'whose', 'status', 'staff', 'order'] as const
type FilterName = (typeof names)[number]

const statuses = FolderStatus.options.map((value) => ({ value, label: statusWords(value) }))
/** Staff also see folders of colleagues for whom they cover. */
const views = [
  { value: 'mine', label: 'Assigned to me' },
  { value: 'team', label: 'I’m on the team' },
] as const

/** Sort orders other than newest first. */
const orders = [
  { value: 'name', label: 'Name, A to Z' },
  { value: 'name-desc', label: 'Name, Z to A' },
  { value: 'consultant', label: 'Consultant, A to Z' },
  { value: 'consultant-desc', label: 'Consultant, Z to A' },
  { value: 'work', label: 'Most open work' },
  { value: 'work-asc', label: 'Least open work' },
  { value: 'activity', label: 'Latest activity' },
  { value: 'activity-asc', label: 'Earliest activity' },
] as const

/** The folders that the reader works with: searched by name or service, filtered, and sorted. */
export function FoldersPanel({ label }: { label: string }) {
  const state = useListState(names, 'order')
  const { folders: q, whose, status: given, staff, order } = state.values
  const consultants = useConsultants()
  const status = FolderStatus.options.find((each) => each === given)
  const view = views.find(({ value }) => value === whose)?.value
  const known = orders.find(({ value }) => value === order)?.value
  const filter = {
    ...(q === '' ? {} : { q }),
    ...(view === undefined ? {} : { view }),
    ...(status === undefined ? {} : { status }),
    ...(Id.safeParse(staff).success ? { assignedStaffId: staff } : {}),
  }
  const query = useInfiniteQuery(foldersFound({ ...filter, ...(known === undefined ? {} : { order: known }) }))
  const now = useNow()
  const user = useUser()
  const isOthers = ({ assignedStaffId }: ClientFolderSummary) => assignedStaffId !== user.id
  const showsConsultant = user.role !== 'staff' || query.data?.pages.some(({ items }) => items.some(isOthers)) === true
  const columns = useMemo(() => columnsOf(now, showsConsultant), [now, showsConsultant])
  const seesWork = useSeesPart('work')
  const { bulk, sendToAll, dialog } = useFolderBulk(filter)
  const worksInFolders = user.role === 'staff' && seesWork
  const filters: ListFilter<FilterName>[] = [
    ...(worksInFolders ? [{ name: 'whose' as const, label: 'Show', all: 'All folders', choices: views }] : []),
    { name: 'status', label: 'Status', all: 'Any status', choices: statuses },
    ...(consultants.length === 0
      ? []
      : [{ name: 'staff' as const, label: 'Consultant', all: 'All consultants', choices: consultants }]),
    { name: 'order', label: 'Sort by', all: 'Newest first', choices: orders },
  ]
  return (
    <>
      <ListFilters label={`Search ${label.toLowerCase()}`} state={state} words="folders" filters={filters}>
        <ExportButton
          endpoint={exportClientFolders}
          query={{ ...filter, ...(order === 'name' ? { order } : {}) }}
          what="client folders"
        />
        {seesWork && <BulkActionMenu onChoose={sendToAll} />}
      </ListFilters>
      <PagedList
        query={query}
        more="Show more folders"
        loading={<SkeletonRows label="Loading client folders" rowHeight="h-11" rows={8} />}
        empty={
          !state.isFiltered ? (
            <EmptyState title="No client folders yet">
              Create a folder from an accepted request, or on the Create Client tab.
            </EmptyState>
          ) : (
            <EmptyState title="No matching folders" action={<Button onClick={state.clear}>Show all folders</Button>}>
              You can search by client name and service.
            </EmptyState>
          )
        }
      >
        {(folders) => (
          <DataTable
            label={label}
            rows={folders}
            rowKey={({ id }) => id}
            title={({ name }) => name}
            page={pageOf}
            columns={columns}
            order={order}
            onOrder={(next) => state.set('order', next)}
            bulk={bulk}
            cards={(rows) => (
              <RowList label={label}>
                {rows.map((folder) => (
                  <FolderRow key={folder.id} folder={folder} now={now} />
                ))}
              </RowList>
            )}
          />
        )}
      </PagedList>
      {dialog}
    </>
  )
}

const pageOf = ({ id }: ClientFolderSummary): Place => ({ to: '/client-folders/$id', params: { id } })

/** A folder on a phone. */
function FolderRow({ folder, now }: { folder: ClientFolderSummary; now: Date }) {
  const { name, clientName, services, status, assignedStaffName, openWork, lastActivityAt } = folder
  return (
    <Row
      {...pageOf(folder)}
      title={<span className="break-words">{name}</span>}
      aside={clientName ?? undefined}
      context={services}
      meta={
        <>
          <Name>{assignedStaffName}</Name> · last activity {formatDate(lastActivityAt, now)}
        </>
      }
      middle={
        <>
          <StatusBadge kind="folder" status={status} />
          {openWork > 0 && <span className="tabular text-meta text-ink-2">Open work: {openWork}</span>}
        </>
      }
    />
  )
}

export const consultantsToChoose = staffFound('', 200)

/** The active staff that an administrator can filter by; staff see only their own folders. */
function useConsultants() {
  const isStaff = useUser().role === 'staff'
  const { data } = useInfiniteQuery({ ...consultantsToChoose, enabled: !isStaff })
  return (data?.pages[0]?.items ?? []).map((person) => ({ value: person.id, label: nameOf(person) }))
}
