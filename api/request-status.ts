import { RequestStatus, StatusToken } from '../domain/request-status.ts'
import { change } from './kit/endpoint.ts'

/** By POST, so that the token stands in no address that somebody writes down. */
export const readRequestStatus = change('POST', {
  path: '/api/request-status',
  who: 'anyone',
  keepsNoAnswer: true,
  summary:
    'Where a service request stands, by the token of its private link; changes nothing. 404 for any other token.',
  body: StatusToken,
  reply: RequestStatus,
})
