import { queryOptions } from '@tanstack/react-query'
import { listAssignmentComments, listAssignments, readAssignment } from '../../api/assignments.ts'
import { call } from '../kit/call.ts'
import { pagesOf } from '../kit/pages-of.ts'

export const assignmentsOf = (folderId: string) =>
  pagesOf(['assignments', folderId], listAssignments, { params: { id: folderId }, query: { limit: 20 } })

/** One assignment with its history. */
export const assignmentById = (id: string) =>
  queryOptions({
    queryKey: ['assignments', 'details', id],
    queryFn: ({ signal }) => call(readAssignment, { params: { id }, signal }),
  })

/** From the latest: each further page is an earlier one. */
export const commentsOn = (id: string) =>
  pagesOf(['assignments', 'comments', id], listAssignmentComments, {
    params: { id },
    query: { order: 'newest', limit: 30 },
  })
