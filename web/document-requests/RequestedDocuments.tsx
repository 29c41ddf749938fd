import { useInfiniteQuery } from '@tanstack/react-query'
import { Checklist } from './Checklist.tsx'
import { Progress } from './Progress.tsx'
import { documentRequestsOf } from './queries.ts'
import { isFinished } from './words.ts'

/** What the team asks the client for, above where files are uploaded; nothing while nothing was asked for. */
export function RequestedDocuments({ folderId }: { folderId: string }) {
  const query = useInfiniteQuery(documentRequestsOf(folderId))
  const first = query.data?.pages[0]?.items
  if (query.isPending || first?.length === 0) return null
  // Open ones are on the first page.
  const isDone = first?.every(isFinished) === true
  return (
    <section aria-label="Requested documents" className="border-b border-line">
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line px-4 py-3 sm:px-5">
        <h3 className="text-panel text-ink">Requested documents</h3>
        {isDone ? (
          <p className="text-meta text-ink-3">Nothing to send right now</p>
        ) : (
          <div className="min-w-0 flex-1 basis-60">
            <Progress folderId={folderId} />
          </div>
        )}
      </header>
      <Checklist query={query} empty={null} foldsCompleted />
    </section>
  )
}
