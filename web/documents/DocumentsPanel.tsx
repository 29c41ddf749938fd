import { useInfiniteQuery } from '@tanstack/react-query'
import { EmptyState } from '../kit/EmptyState.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { RowList } from '../kit/RowList.tsx'
import { useUser } from '../session/use-auth.ts'
import { DocumentRow } from './DocumentRow.tsx'
import { documentsOf } from './queries.ts'

/** The files that lie in a folder. */
export function DocumentsPanel({ folderId }: { folderId: string }) {
  const user = useUser()
  const query = useInfiniteQuery(documentsOf(folderId))
  return (
    <PagedList
      query={query}
      more="Show more documents"
      empty={<EmptyState title="No documents yet">Files that either side uploads lie here.</EmptyState>}
    >
      {(documents) => (
        <RowList label="Documents">
          {documents.map((document) => (
            <DocumentRow key={document.id} document={document} readerId={user.id} />
          ))}
        </RowList>
      )}
    </PagedList>
  )
}
