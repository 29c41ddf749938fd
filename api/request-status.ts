import { RequestStatus, StatusToken } from '../domain/request-status.ts'
import { change } from './kit/endpoint.ts'

/** A POST, so that the token is not in an address that may be logged. */
export const readRequestStatus = change('POST', {
  path: '/api/request-status',
  who: 'anyone',
  storesNoReply: true,
  summary:
    'Returns the status of a service request by the token of its private link. Changes nothing. 404 for any other token.',
  body: StatusToken,
  reply: RequestStatus,
})
