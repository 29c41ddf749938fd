import { z } from 'zod'
import { team } from '../domain/actor.ts'
import { MergedRequest, MergeInput } from '../domain/request-merging.ts'
import {
  AssigneeChange,
  MoreServicesInput,
  OwnServiceRequest,
  RequestDuplicate,
  ServiceRequestSubmission,
  ServiceRequestStatus,
  ServiceRequestSummary,
  ServiceRequestView,
  StatusChange,
  SubmittedRequest,
} from '../domain/service-request.ts'
import { Id } from '../domain/text.ts'
import { change, create, list, raw, read, search } from './kit/endpoint.ts'

export const submitServiceRequest = create({
  path: '/api/service-requests',
  who: 'anyone',
  summary:
    'Submits a service request, with status pending. `reference` and `statusPath` (a private page, returned only here and by email) are for checking its status. At most 60 an hour from one address (429). `decoy` (a hidden field of the form) and `secondsOpen` (from opening the form to sending it) may be left out; a filled-in decoy, or text with a link sent within 3 seconds, marks the request as suspected spam, with the same response.',
  rateLimit: {
    tries: 60,
    windowSeconds: 3600,
    sentence: 'Too many requests came from your network. Try again later, or call us.',
    // Staff enter requests made by phone.
    exceptTeam: true,
  },
  body: ServiceRequestSubmission,
  reply: SubmittedRequest,
})

const found = {
  ...search,
  status: ServiceRequestStatus.optional(),
  assignedStaffId: Id.optional(),
  suspectedSpam: z.enum(['true']).optional(),
  order: z.enum(['newest', 'oldest']).default('newest'),
}

export const listServiceRequests = list({
  path: '/api/service-requests',
  who: team,
  summary:
    'Lists service requests: for staff, pending ones and their own; for administrators, all. `order=oldest` lists the oldest first. Suspected spam is only in the list with `suspectedSpam=true`.',
  of: ServiceRequestSummary,
  query: found,
})

export const exportServiceRequests = raw('GET', {
  path: '/api/service-requests/csv',
  who: team,
  summary:
    'Exports the list of requests with its filters as CSV (RFC 4180, UTF-8). Long descriptions are shortened as in the list.',
  query: found,
})

export const readServiceRequest = read({
  path: '/api/service-requests/:id',
  who: team,
  summary: 'Returns one service request.',
  reply: ServiceRequestView,
})

export const readRequestDuplicates = read({
  path: '/api/service-requests/:id/duplicates',
  who: team,
  summary:
    'Returns at most 10 requests (open, or of the last 12 months) and client folders with the same email address or business name, ignoring case and spaces. Only those that the caller may see, and no suspected spam.',
  reply: z.array(RequestDuplicate),
})

export const changeServiceRequestStatus = change('PATCH', {
  path: '/api/service-requests/:id/status',
  who: team,
  summary:
    'Accepts, completes, or cancels a request. If two people accept at the same time, one gets 409 with the name of the other.',
  body: StatusChange,
  reply: ServiceRequestView,
})

export const markServiceRequestAsNotSpam = change('POST', {
  path: '/api/service-requests/:id/not-spam',
  who: team,
  summary:
    'Moves a request that is suspected spam to the pending ones, and notifies administrators as for a new one. 409 if it is not suspected spam, or was canceled.',
  reply: ServiceRequestView,
})

export const changeServiceRequestAssignee = change('PATCH', {
  path: '/api/service-requests/:id/assignee',
  who: team,
  summary: 'Assigns a request in progress to a staff member. Administrators only.',
  body: AssigneeChange,
  reply: ServiceRequestView,
})

export const requestMoreServices = create({
  path: '/api/client-folders/:id/service-requests',
  who: ['client'],
  summary:
    'Requests more services for a folder, with status pending; accepting it adds them to the folder. Requires the money right of the folder (404 without). At most 10 an hour. 409 if the folder is archived.',
  rateLimit: {
    tries: 10,
    windowSeconds: 3600,
    sentence: 'You’ve sent many requests in the last hour. Try again later, or send us a message.',
  },
  body: MoreServicesInput,
  reply: OwnServiceRequest,
})

export const listRequestsOfFolder = list({
  path: '/api/client-folders/:id/service-requests',
  who: ['client'],
  summary: 'Lists the requests for more services of a folder, newest first. Requires the money right of the folder.',
  of: OwnServiceRequest,
})

export const mergeServiceRequest = change('POST', {
  path: '/api/service-requests/:id/merge',
  who: team,
  summary:
    'Closes a request, with status cancelled, as merged into another one with the same email address or business name; returns that one, which gets its services and shows its text. 409 if one of them has ended or has a client folder.',
  body: MergeInput,
  reply: ServiceRequestView,
})

export const readMergedRequests = read({
  path: '/api/service-requests/:id/merged',
  who: team,
  summary: 'Returns the requests that were merged into this one, oldest first.',
  reply: z.array(MergedRequest),
})
