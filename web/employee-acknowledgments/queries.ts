import { queryOptions } from '@tanstack/react-query'
import { listEmployeeAcknowledgments, readEmployeeHandbook } from '../../api/employee-acknowledgments.ts'
import { call } from '../kit/call.ts'
import { pagesOf } from '../kit/pages-of.ts'

/** Starts with the type of its live events, so that an acknowledgment appears while the list is open. */
export const acknowledgmentsOf = (handbookId: string) =>
  pagesOf(['handbooks', handbookId, 'acknowledgments'], listEmployeeAcknowledgments, {
    params: { id: handbookId },
    query: { limit: 200 },
  })

export const employeeHandbook = (token: string) =>
  queryOptions({
    queryKey: ['employee-handbook', token],
    queryFn: ({ signal }) => call(readEmployeeHandbook, { body: { token }, signal }),
    meta: { mayBeSignedOut: true },
    gcTime: 0,
  })
