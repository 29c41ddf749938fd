import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { DocumentRequestView } from '../../domain/document-request.ts'
import type { Page } from '../kit/call.ts'
import { useNow } from '../kit/now.ts'
import { PagedList } from '../kit/PagedList.tsx'
import { RowList } from '../kit/RowList.tsx'
import { useUrlState } from '../kit/url-state.ts'
import { DocumentRequestDialog } from './DocumentRequestDialog.tsx'
import { DocumentRequestRow } from './DocumentRequestRow.tsx'

type ChecklistProps = {
  query: UseInfiniteQueryResult<InfiniteData<Page<DocumentRequestView>>>
  empty: ReactNode
}

/** Document requests, one line each; one of them may be open. */
export function Checklist({ query, empty }: ChecklistProps) {
  const now = useNow()
  const [openId, setOpenId] = useUrlState('request', '')
  return (
    <>
      <PagedList query={query} more="Show more requests" empty={empty}>
        {(requests) => (
          <RowList label="Document requests">
            {requests.map((request) => (
              <DocumentRequestRow key={request.id} request={request} now={now} onOpen={() => setOpenId(request.id)} />
            ))}
          </RowList>
        )}
      </PagedList>
      {openId !== '' && <DocumentRequestDialog id={openId} onClose={() => setOpenId('')} />}
    </>
  )
}
