import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from '../kit/Button.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { RowList } from '../kit/RowList.tsx'
import { SearchField } from '../kit/SearchField.tsx'
import { useUrlState } from '../kit/url-state.ts'
import { useUser } from '../session/use-auth.ts'
import { DocumentRow } from './DocumentRow.tsx'
import { WithdrawnDocuments } from './WithdrawnDocuments.tsx'
import { documentsOf } from './queries.ts'

/** Up to so many are looked over faster than searched. */
const few = 5

/** The files in a folder. */
export function DocumentsPanel({ folderId }: { folderId: string }) {
  const user = useUser()
  const [q, setWords] = useUrlState('documents', '')
  const query = useInfiniteQuery(documentsOf(folderId, q))
  const some = useInfiniteQuery(documentsOf(folderId)).data?.pages[0]?.items ?? []
  return (
    <>
      {(q !== '' || some.length > few) && (
        <search className="no-print block border-b border-line px-4 py-3 sm:px-5">
          <SearchField label="Search documents" value={q} onChange={setWords} className="w-full sm:max-w-80" />
        </search>
      )}
      <PagedList
        query={query}
        more="Show more documents"
        empty={
          q === '' ? (
            <EmptyState title="No documents yet">Files that you or your client upload will appear here.</EmptyState>
          ) : (
            <EmptyState
              title="No matching documents"
              action={<Button onClick={() => setWords('')}>Show all documents</Button>}
            />
          )
        }
      >
        {(documents) => (
          <RowList label="Documents">
            {documents.map((document) => (
              <DocumentRow key={document.id} document={document} readerId={user.id} />
            ))}
          </RowList>
        )}
      </PagedList>
      <WithdrawnDocuments folderId={folderId} />
    </>
  )
}
