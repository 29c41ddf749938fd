import { listInvoicePlans } from '../../api/invoice-plans.ts'
import { pagesOf } from '../kit/pages-of.ts'

export const invoicePlansOf = (folderId: string) =>
  pagesOf(['invoice-plans', folderId], listInvoicePlans, { params: { id: folderId }, query: { limit: 50 } })
