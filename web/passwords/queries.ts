import { queryOptions } from '@tanstack/react-query'
import { lookAtLink } from '../../api/passwords.ts'
import type { LinkPurpose } from '../../domain/one-time-link.ts'
import { call } from '../kit/call.ts'

/** The owner of a link; does not use it up. */
export const linkByToken = (purpose: LinkPurpose, token: string) =>
  queryOptions({
    queryKey: ['one-time-links', purpose, token],
    queryFn: ({ signal }) => call(lookAtLink, { body: { purpose, token }, signal }),
    meta: { mayBeSignedOut: true },
  })
