import {
  AssignmentDetails,
  AssignmentInput,
  AssignmentStatus,
  AssignmentStatusChange,
  AssignmentView,
} from '../domain/assignment.ts'
import { change, create, list, read, search } from './kit/endpoint.ts'

export const listAssignments = list({
  path: '/api/client-folders/:id/assignments',
  who: 'signed-in',
  summary: "A folder's assignments.",
  of: AssignmentView,
  query: { ...search, status: AssignmentStatus.optional() },
})

export const createAssignment = create({
  path: '/api/client-folders/:id/assignments',
  who: 'signed-in',
  summary:
    'Asks the client to do something, with a due date (a day, Eastern time) or without; may name a document of the folder.',
  body: AssignmentInput,
  reply: AssignmentView,
})

export const readAssignment = read({
  path: '/api/assignments/:id',
  who: 'signed-in',
  summary: 'One assignment with its history.',
  reply: AssignmentDetails,
})

export const changeAssignment = change('PUT', {
  path: '/api/assignments/:id',
  who: 'signed-in',
  summary: 'The team changes what was asked.',
  body: AssignmentInput,
  reply: AssignmentView,
})

export const changeAssignmentStatus = change('PATCH', {
  path: '/api/assignments/:id/status',
  who: 'signed-in',
  summary: 'Moves it on. Clients start and finish their own; only the team reopens.',
  body: AssignmentStatusChange,
  reply: AssignmentView,
})
