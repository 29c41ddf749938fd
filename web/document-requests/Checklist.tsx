import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ChevronRight } from 'lucide-react'
import type { DocumentRequestView } from '../../domain/document-request.ts'
import type { Page } from '../kit/call.ts'
import { useNow } from '../kit/now.ts'
import { PagedList } from '../kit/PagedList.tsx'
import { RowList } from '../kit/RowList.tsx'
import { useUrlState } from '../kit/url-state.ts'
import { DocumentRequestDialog } from './DocumentRequestDialog.tsx'
import { DocumentRequestRow } from './DocumentRequestRow.tsx'
import { finishedWords, isFinished } from './words.ts'

type ChecklistProps = {
  query: UseInfiniteQueryResult<InfiniteData<Page<DocumentRequestView>>>
  empty: ReactNode
  /** Whether finished requests are collapsed into one line. */
  foldsCompleted?: boolean
}

/** Document requests, one line each; one of them may be open. */
export function Checklist({ query, empty, foldsCompleted = false }: ChecklistProps) {
  const now = useNow()
  const [openId, setOpenId] = useUrlState('request', '')
  const row = (request: DocumentRequestView) => (
    <DocumentRequestRow key={request.id} request={request} now={now} onOpen={() => setOpenId(request.id)} />
  )
  return (
    <>
      <PagedList query={query} more="Show more requests" empty={empty}>
        {(requests) => {
          const folded = foldsCompleted ? requests.filter(isFinished) : []
          const shown = foldsCompleted ? requests.filter((each) => !isFinished(each)) : requests
          return (
            <>
              {shown.length > 0 && <RowList label="Document requests">{shown.map(row)}</RowList>}
              {folded.length > 0 && (
                <details className="group border-line not-first:border-t">
                  <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 px-4 text-body font-semibold text-ink-2 hover:bg-hover focus-visible:-outline-offset-2 sm:px-5 [&::-webkit-details-marker]:hidden">
                    <ChevronRight size={16} className="shrink-0 text-ink-3 group-open:rotate-90" />
                    {finishedWords(folded)}
                  </summary>
                  <RowList label="Finished document requests">{folded.map(row)}</RowList>
                </details>
              )}
            </>
          )
        }}
      </PagedList>
      {openId !== '' && <DocumentRequestDialog id={openId} onClose={() => setOpenId('')} />}
    </>
  )
}
