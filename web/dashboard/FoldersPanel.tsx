import { useInfiniteQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useDeferredValue } from 'react'
import { listClientFolders } from '../../api/client-folders.ts'
import { formatDate } from '../kit/dates.ts'
import { EmptyState } from '../kit/EmptyState.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { pagesOf } from '../kit/pages-of.ts'
import { Row, RowList } from '../kit/RowList.tsx'
import { StatusBadge } from '../kit/StatusBadge.tsx'
import { useUrlState } from '../kit/url-state.ts'

/** The folders that the reader works with, found by name or service. */
export function FoldersPanel({ label }: { label: string }) {
  const [words, setWords] = useUrlState('folders', '')
  const q = useDeferredValue(words)
  const query = useInfiniteQuery(
    pagesOf(['client-folders'], listClientFolders, { query: { limit: 20, ...(q === '' ? {} : { q }) } }),
  )
  return (
    <>
      <div className="relative border-b border-line px-4 py-2 sm:px-5">
        <Search
          size={16}
          strokeWidth={1.75}
          className="absolute top-1/2 left-7 -translate-y-1/2 text-ink-3 sm:left-8"
          aria-hidden="true"
        />
        <input
          type="search"
          aria-label={`Search ${label.toLowerCase()}`}
          value={words}
          onChange={(event) => setWords(event.target.value)}
          className="h-9 w-full max-w-80 rounded-md border border-line-strong bg-surface pr-3 pl-9 text-body text-ink coarse:text-field"
        />
      </div>
      <PagedList
        query={query}
        more="Show more folders"
        empty={
          q === '' ? (
            <EmptyState title="No client folders yet">
              A folder is opened from an accepted request, or under Create Client.
            </EmptyState>
          ) : (
            <EmptyState title="No folder is called that">
              Search for a part of the client’s name or of a service.
            </EmptyState>
          )
        }
      >
        {(folders) => (
          <RowList label={label}>
            {folders.map((folder) => (
              <Row
                key={folder.id}
                to={`/client-folders/${folder.id}`}
                title={<span className="break-words">{folder.name}</span>}
                aside={folder.clientName ?? undefined}
                context={folder.services}
                meta={`${folder.assignedStaffName ?? folder.assignedStaffEmail} · opened ${formatDate(folder.createdAt)}`}
                middle={<StatusBadge kind="folder" status={folder.status} />}
              />
            ))}
          </RowList>
        )}
      </PagedList>
    </>
  )
}
