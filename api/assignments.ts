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
  summary: 'Lists the assignments of a folder.',
  of: AssignmentView,
  query: { ...search, status: AssignmentStatus.optional() },
})

export const createAssignment = create({
  path: '/api/client-folders/:id/assignments',
  who: 'signed-in',
  summary:
    'Creates an assignment for the client, with an optional due date (Eastern time) and an optional document of the folder.',
  body: AssignmentInput,
  reply: AssignmentView,
})

export const readAssignment = read({
  path: '/api/assignments/:id',
  who: 'signed-in',
  summary: 'Returns one assignment with its history.',
  reply: AssignmentDetails,
})

export const changeAssignment = change('PUT', {
  path: '/api/assignments/:id',
  who: 'signed-in',
  summary: 'Updates an assignment. Team only.',
  body: AssignmentInput,
  reply: AssignmentView,
})

export const changeAssignmentStatus = change('PATCH', {
  path: '/api/assignments/:id/status',
  who: 'signed-in',
  summary:
    'Changes the status. Clients start and complete their own assignments; only the team reopens one. Only the team sets `cancelled`, with a reason.',
  body: AssignmentStatusChange,
  reply: AssignmentView,
})
