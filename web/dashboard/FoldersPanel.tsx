import { useInfiniteQuery } from '@tanstack/react-query'
import { exportClientFolders, listClientFolders } from '../../api/client-folders.ts'
import { FolderStatus } from '../../domain/client-folder.ts'
import { Button } from '../kit/Button.tsx'
import { Name } from '../kit/PersonName.tsx'
import { formatDate } from '../kit/dates.ts'
import { EmptyState } from '../kit/EmptyState.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { pagesOf } from '../kit/pages-of.ts'
import { Row, RowList } from '../kit/RowList.tsx'
import { StatusBadge, statusWords } from '../kit/StatusBadge.tsx'
import { ExportButton } from '../kit/ExportButton.tsx'
import { ListFilters, useListState } from '../kit/ListFilters.tsx'
import { useUser } from '../session/use-auth.ts'

const statuses = FolderStatus.options.map((value) => ({ value, label: statusWords(value) }))
const orders = [{ value: 'name', label: 'By name' }]

/** The folders that the reader works with, found by name or service. */
export function FoldersPanel({ label }: { label: string }) {
  const user = useUser()
  const state = useListState(['folders', 'standing', 'order'], 'order')
  const { folders: q, standing, order } = state.values
  const status = FolderStatus.options.find((each) => each === standing)
  const filter = {
    ...(q === '' ? {} : { q }),
    ...(status === undefined ? {} : { status }),
    ...(order === 'name' ? { order: 'name' as const } : {}),
  }
  const query = useInfiniteQuery(pagesOf(['client-folders'], listClientFolders, { query: { limit: 20, ...filter } }))
  return (
    <>
      <ListFilters
        label={`Search ${label.toLowerCase()}`}
        state={state}
        words="folders"
        filters={[
          { name: 'standing', label: 'Status', all: 'Any status', choices: statuses },
          { name: 'order', label: 'Order', all: 'Newest first', choices: orders },
        ]}
      >
        <ExportButton endpoint={exportClientFolders} query={filter} what="client folders" />
      </ListFilters>
      <PagedList
        query={query}
        more="Show more folders"
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
          <RowList label={label}>
            {folders.map((folder) => (
              <Row
                key={folder.id}
                to="/client-folders/$id"
                params={{ id: folder.id }}
                title={<span className="break-words">{folder.name}</span>}
                aside={folder.clientName ?? undefined}
                context={folder.services}
                meta={
                  folder.assignedStaffId === user.id ? (
                    `Opened ${formatDate(folder.createdAt)}`
                  ) : (
                    <>
                      <Name>{folder.assignedStaffName ?? folder.assignedStaffEmail}</Name> · opened{' '}
                      {formatDate(folder.createdAt)}
                    </>
                  )
                }
                middle={<StatusBadge kind="folder" status={folder.status} />}
              />
            ))}
          </RowList>
        )}
      </PagedList>
    </>
  )
}
