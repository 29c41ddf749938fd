import {
  AcknowledgmentInput,
  AcknowledgmentRequest,
  AcknowledgmentRequestResult,
  AcknowledgmentState,
  AcknowledgmentToken,
  EmployeeAcknowledgment,
  EmployeeHandbook,
} from '../domain/employee-acknowledgment.ts'
import { change, list, raw } from './kit/endpoint.ts'

export const listEmployeeAcknowledgments = list({
  path: '/api/handbooks/:id/acknowledgments',
  who: 'signed-in',
  summary:
    'Lists the current employees of the handbook’s folder, with whether each was asked to acknowledge the latest version and whether they did. Filters: state.',
  of: EmployeeAcknowledgment,
  query: { state: AcknowledgmentState.optional() },
})

export const exportEmployeeAcknowledgments = raw('GET', {
  path: '/api/handbooks/:id/acknowledgments/csv',
  who: 'signed-in',
  summary:
    'Exports the list of acknowledgments of the latest version with its filter as CSV (RFC 4180, UTF-8). Times are in UTC.',
  query: { state: AcknowledgmentState.optional() },
})

export const requestAcknowledgments = change('POST', {
  path: '/api/handbooks/:id/acknowledgments',
  who: 'signed-in',
  summary:
    'Emails the latest version to employees, each with a private link. Employees who were asked before get a new link, at most once a day; those who have acknowledged it are skipped. 400 for an employee of another folder or without an email address, 409 if no version was sent or the folder is archived.',
  body: AcknowledgmentRequest,
  reply: AcknowledgmentRequestResult,
  rateLimit: {
    tries: 60,
    windowSeconds: 3600,
    sentence: 'You have sent the handbook many times within an hour. Try again later.',
  },
})

/** A POST, so that the token is not in an address that may be logged. */
export const readEmployeeHandbook = change('POST', {
  path: '/api/employee-handbook',
  who: 'anyone',
  storesNoReply: true,
  summary:
    'Returns the handbook of an employee by the token of their private link, with the Spanish translation of what they confirm. Changes nothing. 404 for any other token.',
  body: AcknowledgmentToken,
  reply: EmployeeHandbook,
})

export const acknowledgeEmployeeHandbook = change('POST', {
  path: '/api/employee-handbook/acknowledgment',
  who: 'anyone',
  storesNoReply: true,
  summary:
    'Records that the employee received the handbook, with the name they typed and the language of the page. A second call changes nothing. 404 for any other token.',
  body: AcknowledgmentInput,
  reply: EmployeeHandbook,
})
