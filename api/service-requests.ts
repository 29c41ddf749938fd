import { z } from 'zod'
import { team } from '../domain/actor.ts'
import {
  AssigneeChange,
  ServiceRequestInput,
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
    'A visitor asks for help. Starts pending; `reference` and `statusPath` (a private page, told only here and by letter) say where it stands. At most 60 an hour from one address (429).',
  rateLimit: {
    tries: 60,
    windowSeconds: 3600,
    sentence: 'Too many requests came from your address. Please try again later or call us.',
    // Staff type in requests that come by phone.
    exceptTeam: true,
  },
  body: ServiceRequestInput,
  reply: SubmittedRequest,
})

const found = {
  ...search,
  status: ServiceRequestStatus.optional(),
  assignedStaffId: Id.optional(),
  order: z.enum(['newest', 'oldest']).default('newest'),
}

export const listServiceRequests = list({
  path: '/api/service-requests',
  who: team,
  summary:
    'Staff see pending requests and their own, administrators all. `order=oldest` puts the longest waiting first.',
  of: ServiceRequestSummary,
  query: found,
})

export const exportServiceRequests = raw('GET', {
  path: '/api/service-requests/csv',
  who: team,
  summary: 'The list of requests with its filters as CSV (RFC 4180, UTF-8); long descriptions are cut as in the list.',
  query: found,
})

export const readServiceRequest = read({
  path: '/api/service-requests/:id',
  who: team,
  summary: 'One request.',
  reply: ServiceRequestView,
})

export const changeServiceRequestStatus = change('PATCH', {
  path: '/api/service-requests/:id/status',
  who: team,
  summary: 'Accept, complete or cancel. Of two who accept one wins; the other gets 409 naming the holder.',
  body: StatusChange,
  reply: ServiceRequestView,
})

export const changeServiceRequestAssignee = change('PATCH', {
  path: '/api/service-requests/:id/assignee',
  who: team,
  summary: 'An administrator gives a request in progress to a staff member.',
  body: AssigneeChange,
  reply: ServiceRequestView,
})
