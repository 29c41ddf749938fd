import { useInfiniteQuery } from '@tanstack/react-query'
import { formatDate } from '../kit/dates.ts'
import { withdrawnDocumentsOf } from './queries.ts'

/** Who withdrew documents, when, and why; nothing where no one did. */
export function WithdrawnDocuments({ folderId }: { folderId: string }) {
  const withdrawn = useInfiniteQuery(withdrawnDocumentsOf(folderId)).data?.pages.flatMap(({ items }) => items) ?? []
  if (withdrawn.length === 0) return null
  return (
    <details className="border-t border-line px-4 py-3 text-body sm:px-5">
      <summary className="finger-high cursor-pointer text-ink-2">Withdrawn documents</summary>
      <ul aria-label="Withdrawn documents" className="mt-2 space-y-2">
        {withdrawn.map(({ id, originalName, withdrawnByName, withdrawnAt, reason, fileDeletedAt }) => (
          <li key={id} className="wrap-anywhere">
            <span className="block text-ink">{originalName ?? 'A document'}</span>
            <span className="block text-meta text-ink-3">
              Withdrawn by {withdrawnByName ?? 'someone'} on {formatDate(withdrawnAt)}. Reason: {reason}
              {fileDeletedAt !== null && ` File deleted on ${formatDate(fileDeletedAt)}.`}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
