import { useInfiniteQuery } from '@tanstack/react-query'
import { ListPlus, Plus } from 'lucide-react'
import { useState } from 'react'
import { DocumentRequestStatus } from '../../domain/document-request.ts'
import { Button } from '../kit/Button.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { FilterSelect } from '../kit/SelectField.tsx'
import { SearchField } from '../kit/SearchField.tsx'
import { choicesOf } from '../kit/SelectField.tsx'
import { statusWords } from '../kit/StatusBadge.tsx'
import { useUrlState } from '../kit/url-state.ts'
import { AskDialog } from './AskDialog.tsx'
import { RequestSeveralDialog } from './RequestSeveralDialog.tsx'
import { Checklist } from './Checklist.tsx'
import { Progress } from './Progress.tsx'
import { documentRequestsOf, late } from './queries.ts'

const choices = [{ value: late, label: 'Late' }, ...choicesOf(DocumentRequestStatus.options)].map(
  ({ value, label }) => ({ value, label: statusWords(label) }),
)

/** A folder's document requests as the team works with them. */
export function DocumentRequestsPanel({ folderId, canAsk }: { folderId: string; canAsk: boolean }) {
  const [q, setWords] = useUrlState('q', '')
  const [shown, setShown] = useUrlState('requests', '')
  const [asking, setAsking] = useState<'one' | 'several' | null>(null)
  const query = useInfiniteQuery(documentRequestsOf(folderId, { q, shown }))
  const isFiltered = q !== '' || shown !== ''
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-4 py-2.5 sm:px-5">
        <div className="min-w-0 max-w-80 flex-1 basis-56">
          <Progress folderId={folderId} />
        </div>
        {canAsk && (
          <div className="ml-auto flex flex-wrap gap-2">
            <Button onClick={() => setAsking('several')}>
              <ListPlus className="max-sm:hidden" />
              Request several
            </Button>
            <Button variant="primary" onClick={() => setAsking('one')}>
              <Plus className="max-sm:hidden" />
              Request a document
            </Button>
          </div>
        )}
      </div>
      <search className="flex flex-wrap gap-2 border-b border-line px-4 py-2.5 sm:px-5">
        <SearchField label="Search document requests" value={q} onChange={setWords} className="w-full sm:w-72" />
        <FilterSelect label="Status" all="Any status" choices={choices} value={shown} onChange={setShown} />
      </search>
      <Checklist
        query={query}
        empty={
          isFiltered ? (
            <EmptyState title="No document requests found">Try a different search or status.</EmptyState>
          ) : (
            <EmptyState title="No document requests yet">
              Documents you request from this client will appear here.
            </EmptyState>
          )
        }
      />
      {asking === 'one' && <AskDialog folderId={folderId} onClose={() => setAsking(null)} />}
      {asking === 'several' && <RequestSeveralDialog folderId={folderId} onClose={() => setAsking(null)} />}
    </>
  )
}
