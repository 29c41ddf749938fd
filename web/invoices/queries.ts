import { queryOptions } from '@tanstack/react-query'
import { listInvoices, listPayments, readInvoice } from '../../api/invoices.ts'
import type { InvoiceStatus } from '../../domain/invoice.ts'
import { call } from '../kit/call.ts'
import { pagesOf } from '../kit/pages-of.ts'
import { orders } from './words.ts'

export interface InvoiceFilter {
  q?: string
  status?: InvoiceStatus | undefined
  folderId?: string
  order?: string
  limit?: number
}

const knownOrders = ['newest', 'unpaid', ...orders.map(({ value }) => value)] as const

/** What the list is asked for; the same as CSV. */
export const invoicesQuery = ({ q = '', status, folderId = '', order }: InvoiceFilter) => {
  const known = knownOrders.find((value) => value === order)
  return {
    ...(q === '' ? {} : { q }),
    ...(status === undefined ? {} : { status }),
    ...(folderId === '' ? {} : { clientFolderId: folderId }),
    ...(known === undefined ? {} : { order: known }),
  }
}

export const invoicesFound = ({ limit = 30, ...filter }: InvoiceFilter) =>
  pagesOf(['invoices'], listInvoices, { query: { limit, ...invoicesQuery(filter) } })

/** One invoice with its lines and its history. */
export const invoiceById = (id: string) =>
  queryOptions({
    queryKey: ['invoices', 'one', id],
    queryFn: ({ signal }) => call(readInvoice, { params: { id }, signal }),
  })

export const paymentsOf = (id: string) =>
  pagesOf(['invoices', 'payments', id], listPayments, { params: { id }, query: { limit: 20 } })
