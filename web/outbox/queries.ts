import { listOutbox } from '../../api/outbox.ts'
import type { Letter } from '../../domain/letter.ts'
import { pagesOf } from '../kit/pages-of.ts'

/** Read anew each time: letters are written by everything that happens, and nobody is told of each. */
export const lettersFound = (q: string, status: Letter['status'] | undefined) => ({
  ...pagesOf(['outbox'], listOutbox, { query: { limit: 30, ...(q === '' ? {} : { q }), ...(status && { status }) } }),
  staleTime: 0,
})
