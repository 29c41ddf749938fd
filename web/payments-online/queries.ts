import { queryOptions } from '@tanstack/react-query'
import { listUnappliedPayments, readPaymentOptions } from '../../api/online-payments.ts'
import { call } from '../kit/call.ts'
import { pagesOf } from '../kit/pages-of.ts'

export const paymentOptionsOf = (invoiceId: string) =>
  queryOptions({
    queryKey: ['invoices', 'options', invoiceId],
    queryFn: ({ signal }) => call(readPaymentOptions, { params: { id: invoiceId }, signal }),
  })

export const unappliedPayments = (filter: { clientFolderId?: string; invoiceId?: string }) =>
  pagesOf(['online-payments', 'unapplied'], listUnappliedPayments, { query: { ...filter, limit: 20 } })
