import { changeInvoiceStatus } from '../../api/invoices.ts'
import type { InvoiceSummary } from '../../domain/invoice.ts'
import { useBulk } from '../kit/bulk.ts'
import { call } from '../kit/call.ts'
import type { BulkAction } from '../kit/BulkBar.tsx'

const change = (status: 'sent' | 'paid') => (invoice: InvoiceSummary) =>
  call(changeInvoiceStatus, { params: { id: invoice.id }, body: { status }, ifMatch: invoice.version })

/** What can be done with several invoices: the drafts are sent, the others marked as paid. */
export function useInvoiceBulk(): BulkAction<InvoiceSummary>[] {
  const run = useBulk('invoices')
  return [
    {
      label: 'Send',
      can: ({ allowed }) => allowed.includes('send'),
      act: (rows) => run(rows, change('sent'), 'invoice', 'sent'),
    },
    {
      label: 'Mark as paid',
      can: ({ allowed }) => allowed.includes('mark-paid'),
      act: (rows) => run(rows, change('paid'), 'invoice', 'marked as paid'),
    },
  ]
}
