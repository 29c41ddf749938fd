import { queryOptions } from '@tanstack/react-query'
import { readPaymentOptions } from '../../api/online-payments.ts'
import { call } from '../kit/call.ts'

export const paymentOptionsOf = (invoiceId: string) =>
  queryOptions({
    queryKey: ['invoices', 'options', invoiceId],
    queryFn: ({ signal }) => call(readPaymentOptions, { params: { id: invoiceId }, signal }),
  })
