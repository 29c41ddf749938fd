import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Books } from '../../domain/books.ts'
import { Button } from '../kit/Button.tsx'
import { formatDate } from '../kit/dates.ts'
import { ErrorState } from '../kit/EmptyState.tsx'
import { Panel } from '../kit/Panel.tsx'
import { Row, RowList } from '../kit/RowList.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { BooksExportDialog } from './BooksExportDialog.tsx'
import { BooksMappingDialog } from './BooksMappingDialog.tsx'
import { CloseMonthDialog } from './CloseMonthDialog.tsx'
import { monthWords } from './month-words.ts'
import { books } from './queries.ts'
import { ReopenMonthDialog } from './ReopenMonthDialog.tsx'

/** Closed months and exports for accounting programs; shown to anyone who may change something about them. */
export function BooksPanel() {
  const query = useQuery(books)
  if (query.data?.allowed.length === 0) return null
  return (
    <Panel title="Books" note="You can’t date payments or refunds in a closed month, or void its invoices." flush>
      {query.error !== null && query.data === undefined && (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isPending && <SkeletonRows rows={2} label="Loading closed months" />}
      {query.data !== undefined && <Months books={query.data} />}
    </Panel>
  )
}

type Open = 'close' | 'export' | 'edit' | { reopen: Books['months'][number] } | null

function Months({ books: found }: { books: Books }) {
  const { months, mapping, version, allowed } = found
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  return (
    <>
      <div className="flex flex-wrap gap-2 border-b border-line px-4 py-3 sm:px-5">
        {allowed.includes('close') && <Button onClick={() => setOpen('close')}>Close month</Button>}
        {allowed.includes('export') && <Button onClick={() => setOpen('export')}>Export for accounting</Button>}
        {allowed.includes('edit') && <Button onClick={() => setOpen('edit')}>Edit account names</Button>}
      </div>
      {months.length === 0 ? (
        <p className="px-4 py-4 text-body text-ink-2 sm:px-5">No closed months yet.</p>
      ) : (
        <RowList label="Closed months">
          {months.map((each) => (
            <Row
              key={each.id}
              title={monthWords(each.month)}
              meta={
                <span className="wrap-anywhere">
                  Closed by {each.closedByName ?? 'someone'} on {formatDate(each.closedAt)}
                  {each.reopenedAt !== null &&
                    `. Reopened on ${formatDate(each.reopenedAt)}: ${each.reopenReason ?? ''}`}
                </span>
              }
              action={
                allowed.includes('reopen') &&
                each.reopenedAt === null && (
                  <Button size="small" variant="ghost" onClick={() => setOpen({ reopen: each })}>
                    Reopen<span className="sr-only"> {monthWords(each.month)}</span>
                  </Button>
                )
              }
            />
          ))}
        </RowList>
      )}
      {open === 'close' && <CloseMonthDialog onClose={close} />}
      {open === 'export' && <BooksExportDialog books={found} onClose={close} />}
      {open === 'edit' && <BooksMappingDialog mapping={mapping} version={version} onClose={close} />}
      {typeof open === 'object' && open !== null && <ReopenMonthDialog month={open.reopen} onClose={close} />}
    </>
  )
}
