import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Plus, ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { createTimeInvoice } from '../../api/time-entries.ts'
import type { ClientFolderView } from '../../domain/client-folder.ts'
import { formatMinutes } from '../../domain/time-entry.ts'
import { Button } from '../kit/Button.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { formatMoney } from '../kit/money.ts'
import { PagedList, useActionsAbove } from '../kit/PagedList.tsx'
import { useMay } from '../session/use-may.ts'
import { AddTimeToInvoiceDialog } from './AddTimeToInvoiceDialog.tsx'
import { timeFound, timeSummaryOf } from './queries.ts'
import { RecordTimeDialog } from './RecordTimeDialog.tsx'
import { TimeList } from './TimeList.tsx'
import { texts } from './words.ts'

/** The time that the team recorded for a client, and what of it is not on an invoice. */
export function TimePanel({ folder }: { folder: ClientFolderView }) {
  const filter = { clientFolderId: folder.id }
  const query = useInfiniteQuery(timeFound(filter, 50))
  const hasActionsAbove = useActionsAbove(query)
  const summary = useQuery(timeSummaryOf(filter)).data
  const [open, setOpen] = useState<'record' | 'invoice' | null>(null)
  const close = () => setOpen(null)
  const mayAdd = folder.allowed.includes('add')
  const mayInvoice = useMay(createTimeInvoice) && mayAdd && (summary?.notInvoiced.minutes ?? 0) > 0
  const record = (
    <Button onClick={() => setOpen('record')}>
      <Plus />
      Record time
    </Button>
  )
  return (
    <>
      {hasActionsAbove && (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line px-4 py-3 sm:px-5">
          <p className="tabular min-w-0 text-body text-ink-2">
            {summary !== undefined && summary.minutes > 0 && (
              <>
                {formatMinutes(summary.minutes)} recorded
                {summary.notInvoiced.minutes > 0 &&
                  `, ${formatMinutes(summary.notInvoiced.minutes)} not invoiced (${formatMoney(summary.notInvoiced.amount)})`}
              </>
            )}
          </p>
          <div className="flex flex-wrap gap-2">
            {mayInvoice && (
              <Button onClick={() => setOpen('invoice')}>
                <ReceiptText />
                Add time to invoice
              </Button>
            )}
            {mayAdd && record}
          </div>
        </div>
      )}
      <PagedList
        query={query}
        more="Show earlier time"
        empty={
          <EmptyState title="No time recorded yet" action={mayAdd && record}>
            {texts.noTimeInFolder}
          </EmptyState>
        }
      >
        {(entries) => <TimeList entries={entries} summary={summary} showsPerson />}
      </PagedList>
      {open === 'record' && <RecordTimeDialog folderId={folder.id} onClose={close} />}
      {open === 'invoice' && <AddTimeToInvoiceDialog folderId={folder.id} onClose={close} />}
    </>
  )
}
