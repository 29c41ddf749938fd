import { queryOptions } from '@tanstack/react-query'
import { listAssignments, readAssignment } from '../../api/assignments.ts'
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
