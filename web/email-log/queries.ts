import { queryOptions } from '@tanstack/react-query'
import { listStoredEmails, readStoredEmail } from '../../api/email-log.ts'
import type { Email } from '../../domain/email.ts'
import { call } from '../kit/call.ts'
import { pagesOf } from '../kit/pages-of.ts'

/** Never cached: new emails send no live event. */
export const emailsFound = (q: string, status: Email['status'] | undefined, order: string) => ({
  ...pagesOf(['outbox'], listStoredEmails, {
    query: {
      limit: 30,
      ...(q === '' ? {} : { q }),
      ...(status && { status }),
      ...(order === 'oldest' ? { order: 'oldest' as const } : {}),
    },
  }),
  staleTime: 0,
})

/** An email with its text, which asks for the password; it is forgotten once it is closed. */
export const emailOpened = (id: string) =>
  queryOptions({
    queryKey: ['outbox', 'one', id],
    queryFn: ({ signal }) => call(readStoredEmail, { params: { id }, signal }),
    gcTime: 0,
  })
