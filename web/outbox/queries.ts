import { queryOptions } from '@tanstack/react-query'
import { listOutbox, readLetter } from '../../api/outbox.ts'
import type { Letter } from '../../domain/letter.ts'
import { call } from '../kit/call.ts'
import { pagesOf } from '../kit/pages-of.ts'

/** Read anew each time: letters are written by everything that happens, and nobody is told of each. */
export const lettersFound = (q: string, status: Letter['status'] | undefined) => ({
  ...pagesOf(['outbox'], listOutbox, { query: { limit: 30, ...(q === '' ? {} : { q }), ...(status && { status }) } }),
  staleTime: 0,
})

/** An email with its text, which asks for the password; it is forgotten once it is closed. */
export const letterOpened = (id: string) =>
  queryOptions({
    queryKey: ['outbox', 'one', id],
    queryFn: ({ signal }) => call(readLetter, { params: { id }, signal }),
    gcTime: 0,
  })
