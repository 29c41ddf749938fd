import { useInfiniteQuery } from '@tanstack/react-query'
import { formatDateTime } from '../kit/dates.ts'
import { EmptyState } from '../kit/EmptyState.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { folderTrail } from './queries.ts'
import { trailWords } from './trail-words.ts'

/** What happened in the folder, who did it and when; the latest first. */
export function FolderHistory({ folderId }: { folderId: string }) {
  const query = useInfiniteQuery(folderTrail(folderId))
  return (
    <PagedList
      query={query}
      more="Show earlier entries"
      loading={<SkeletonRows rowHeight="h-11" label="Loading the history" />}
      empty={<EmptyState title="Nothing has happened yet">Each change in this folder is kept here.</EmptyState>}
    >
      {(entries) => (
        <ol aria-label="History" className="divide-y divide-line">
          {entries.map((entry) => (
            <li
              key={entry.id}
              className="flex flex-wrap items-baseline justify-between gap-x-5 gap-y-0.5 px-4 py-3 sm:px-5"
            >
              <span className="min-w-0 text-body wrap-anywhere text-ink">{trailWords(entry)}</span>
              <time dateTime={entry.at} className="text-meta text-ink-3">
                {formatDateTime(entry.at)}
              </time>
            </li>
          ))}
        </ol>
      )}
    </PagedList>
  )
}
