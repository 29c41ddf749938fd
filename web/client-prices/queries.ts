import { listClientPrices } from '../../api/client-prices.ts'
import { pagesOf } from '../kit/pages-of.ts'

export const clientPricesOf = (folderId: string) =>
  pagesOf(['client-prices', folderId], listClientPrices, { params: { id: folderId }, query: { limit: 200 } })
