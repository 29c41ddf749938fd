import { queryOptions } from '@tanstack/react-query'
import { listInvoices, listPayments, readInvoice } from '../../api/invoices.ts'
import type { InvoiceStatus } from '../../domain/invoice.ts'
import { call } from '../kit/call.ts'
import { pagesOf } from '../kit/pages-of.ts'

export interface InvoiceFilter {
  q?: string
  status?: InvoiceStatus | undefined
  folderId?: string
  limit?: number
}

export const invoicesFound = ({ q = '', status, folderId = '', limit = 30 }: InvoiceFilter) =>
  pagesOf(['invoices'], listInvoices, {
    query: {
      limit,
      ...(q === '' ? {} : { q }),
      ...(status === undefined ? {} : { status }),
      ...(folderId === '' ? {} : { clientFolderId: folderId }),
    },
  })

/** One invoice with its lines and its history. */
export const invoiceById = (id: string) =>
  queryOptions({
    queryKey: ['invoices', 'one', id],
    queryFn: ({ signal }) => call(readInvoice, { params: { id }, signal }),
  })

export const paymentsOf = (id: string) =>
  pagesOf(['invoices', 'payments', id], listPayments, { params: { id }, query: { limit: 20 } })
