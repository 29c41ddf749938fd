import { queryOptions } from '@tanstack/react-query'
import { readBooks } from '../../api/books.ts'
import { call } from '../kit/call.ts'

export const books = queryOptions({
  queryKey: ['books'],
  queryFn: ({ signal }) => call(readBooks, { signal }),
})
