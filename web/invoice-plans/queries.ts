import { queryOptions } from '@tanstack/react-query'
import { listInvoicePlans, readInvoicePlan } from '../../api/invoice-plans.ts'
import { call } from '../kit/call.ts'
import { pagesOf } from '../kit/pages-of.ts'

export const invoicePlansOf = (folderId: string) =>
  pagesOf(['invoice-plans', folderId], listInvoicePlans, { params: { id: folderId }, query: { limit: 50 } })

export const invoicePlanById = (id: string) =>
  queryOptions({
    queryKey: ['invoice-plans', 'one', id],
    queryFn: ({ signal }) => call(readInvoicePlan, { params: { id }, signal }),
  })
