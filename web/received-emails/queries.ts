import { queryOptions } from '@tanstack/react-query'
import { listReceivedEmails, readReceivedEmail } from '../../api/received-emails.ts'
import type { ReceivedEmailStatus } from '../../domain/received-email.ts'
import { call } from '../kit/call.ts'
import { pagesOf } from '../kit/pages-of.ts'

export const receivedEmails = (status: ReceivedEmailStatus | undefined) =>
  pagesOf(['received-emails', status ?? 'all'], listReceivedEmails, {
    query: { limit: 50, ...(status === undefined ? {} : { status }) },
  })

export const receivedEmailById = (id: string) =>
  queryOptions({
    queryKey: ['received-emails', 'one', id],
    queryFn: ({ signal }) => call(readReceivedEmail, { params: { id }, signal }),
  })
