import { queryOptions } from '@tanstack/react-query'
import { listBooksCustomers, listBooksItems, readBooks } from '../../api/books.ts'
import { call } from '../kit/call.ts'
import { pagesOf } from '../kit/pages-of.ts'

export const books = queryOptions({
  queryKey: ['books'],
  queryFn: ({ signal }) => call(readBooks, { signal }),
})

export type CustomerFilter = '' | 'named' | 'shared'

/** There can be thousands, and the page has other panels below. */
const limit = 20

export const booksCustomers = ({ q, show }: { q: string; show: CustomerFilter }) =>
  pagesOf(['books', 'customers'], listBooksCustomers, {
    query: { limit, ...(q === '' ? {} : { q }), ...(show === '' ? {} : { show }) },
  })

export const booksItems = (q: string) =>
  pagesOf(['books', 'items'], listBooksItems, { query: { limit, ...(q === '' ? {} : { q }) } })
