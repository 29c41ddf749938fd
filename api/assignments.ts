import { z } from 'zod'
import {
  AssignmentDetails,
  AssignmentInput,
  AssignmentStatus,
  AssignmentStatusChange,
  AssignmentView,
} from '../domain/assignment.ts'
import { AssignmentComment, AssignmentCommentInput } from '../domain/assignment-comment.ts'
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

export const listAssignmentComments = list({
  path: '/api/assignments/:id/comments',
  who: 'signed-in',
  summary: 'Lists the comments on an assignment, oldest first. `order=newest` starts with the latest.',
  of: AssignmentComment,
  query: { order: z.enum(['newest', 'oldest']).default('oldest') },
})

export const addAssignmentComment = create({
  path: '/api/assignments/:id/comments',
  who: 'signed-in',
  summary:
    'Adds a comment that both sides can read. The other side is notified in the portal, and by email if they are not online. 409 for a canceled assignment.',
  body: AssignmentCommentInput,
  reply: AssignmentComment,
})

export const retractAssignmentComment = change('POST', {
  path: '/api/assignment-comments/:id/retraction',
  who: 'signed-in',
  summary:
    'Retracts a comment within ten minutes: its text is deleted, and the list shows that it was retracted. Only its sender (403); 409 after that.',
  reply: AssignmentComment,
})
