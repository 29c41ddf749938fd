import { useInfiniteQuery } from '@tanstack/react-query'
import type { ClientFolderView } from '../../domain/client-folder.ts'
import { Button } from '../kit/Button.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { FilterSelect } from '../kit/SelectField.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { useUrlState } from '../kit/url-state.ts'
import { folderTimeline } from './queries.ts'
import { TrailDays } from './TrailDays.tsx'

/** What lies in a folder, by the noun of its address. */
const kinds = [
  { value: 'client-folders', label: 'The folder itself' },
  { value: 'messages', label: 'Messages' },
  { value: 'assignments', label: 'Assignments' },
  { value: 'documents', label: 'Documents' },
  { value: 'document-requests', label: 'Requested documents' },
  { value: 'onboarding-reports', label: 'Onboarding reports' },
  { value: 'proposals', label: 'Proposals' },
  { value: 'contracts', label: 'Contracts' },
  { value: 'invoices', label: 'Invoices' },
  { value: 'hr-form-submissions', label: 'Forms' },
  { value: 'calls', label: 'Refusals' },
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
        <FilterSelect
          label="What"
          all="Everything"
          choices={kinds}
          value={entityType}
          onChange={setKind}
          className="flex-1 sm:max-w-52"
        />
        <FilterSelect
          label="Who"
          all="Anybody"
          choices={peopleOf(folder)}
          value={actorId}
          onChange={setWho}
          className="flex-1 sm:max-w-52"
        />
      </search>
      <PagedList
        query={query}
        more="Show earlier entries"
        loading={<SkeletonRows rowHeight="h-11" label="Loading the history" />}
        empty={
          isFiltered ? (
            <EmptyState
              title="Nothing of that kind"
              action={
                <Button
                  onClick={() => {
                    setKind('')
                    setWho('')
                  }}
                >
                  Show everything
                </Button>
              }
            >
              Nothing in this folder’s history matches what you chose.
            </EmptyState>
          ) : (
            <EmptyState title="Nothing has happened yet">Each change in this folder is kept here.</EmptyState>
          )
        }
      >
        {(entries) => <TrailDays label="History" entries={entries} />}
      </PagedList>
    </>
  )
}

/** Those whom the folder names; whoever else acted in it is found on the audit page. */
const peopleOf = ({ clientId, clientName, assignedStaffId, assignedStaffName }: ClientFolderView) => [
  ...(clientId === null ? [] : [{ value: clientId, label: clientName ?? 'The client' }]),
  { value: assignedStaffId, label: assignedStaffName ?? 'The consultant' },
]
