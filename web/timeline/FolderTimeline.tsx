import { useInfiniteQuery } from '@tanstack/react-query'
import type { ClientFolderView } from '../../domain/client-folder.ts'
import { Button } from '../kit/Button.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { FilterSelect } from '../kit/SelectField.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { useUrlState } from '../kit/url-state.ts'
import { folderTimeline } from './queries.ts'
import { HistoryDays } from './HistoryDays.tsx'

/** The filters of a folder's history, by noun. */
const kinds = [
  { value: 'client-folders', label: 'Folder' },
  { value: 'messages', label: 'Messages' },
  { value: 'bookings', label: 'Appointments' },
  { value: 'assignments', label: 'Assignments' },
  { value: 'tasks', label: 'Team tasks' },
  { value: 'documents', label: 'Documents' },
  { value: 'document-requests', label: 'Requested documents' },
  { value: 'handbooks', label: 'Handbook' },
  { value: 'onboarding-reports', label: 'Onboarding reports' },
  { value: 'proposals', label: 'Proposals' },
  { value: 'contracts', label: 'Contracts' },
  { value: 'invoices', label: 'Invoices' },
  { value: 'hr-form-submissions', label: 'Forms' },
  { value: 'calls', label: 'Denied actions' },
]

/** What happened in a folder, who did it and when; the latest first. For the team. */
export function FolderTimeline({ folder }: { folder: ClientFolderView }) {
  const [entityType, setKind] = useUrlState('kind', '')
  const [actorId, setWho] = useUrlState('who', '')
  const query = useInfiniteQuery(folderTimeline(folder.id, { entityType, actorId }))
  const isFiltered = entityType !== '' || actorId !== ''
  return (
    <>
      <search className="flex flex-wrap gap-2 border-b border-line px-4 py-3 sm:px-5">
        <FilterSelect label="What" all="Everything" choices={kinds} value={entityType} onChange={setKind} />
        <FilterSelect label="Who" all="Anyone" choices={peopleOf(folder)} value={actorId} onChange={setWho} />
      </search>
      <PagedList
        query={query}
        more="Show earlier entries"
        loading={<SkeletonRows rowHeight="h-11" label="Loading the history" />}
        empty={
          isFiltered ? (
            <EmptyState
              title="No matching entries"
              action={
                <Button
                  onClick={() => {
                    setKind('')
                    setWho('')
                  }}
                >
                  Clear filters
                </Button>
              }
            >
              Try a different filter.
            </EmptyState>
          ) : (
            <EmptyState title="No activity yet">Activity in this folder will appear here.</EmptyState>
          )
        }
      >
        {(entries) => <HistoryDays label="History" entries={entries} />}
      </PagedList>
    </>
  )
}

/** Those whom the folder names; anyone else who acted in it is found on the audit page. */
const peopleOf = ({ clientId, clientName, assignedStaffId, assignedStaffName }: ClientFolderView) => [
  ...(clientId === null ? [] : [{ value: clientId, label: clientName ?? 'The client' }]),
  { value: assignedStaffId, label: assignedStaffName ?? 'The consultant' },
]
