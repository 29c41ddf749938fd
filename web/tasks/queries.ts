import { queryOptions } from '@tanstack/react-query'
import { listTaskAssignees, listTasks, readTask } from '../../api/tasks.ts'
import type { CallInput } from '../../api/kit/call.ts'
import { call } from '../kit/call.ts'
import { pagesOf } from '../kit/pages-of.ts'

export type TaskFilter = Omit<NonNullable<CallInput<typeof listTasks>['query']>, 'limit' | 'cursor'>

export const tasksFound = (filter: TaskFilter, limit = 50) =>
  pagesOf(['tasks'], listTasks, { query: { limit, ...filter } })

/** One task with its history. */
export const taskById = (id: string) =>
  queryOptions({
    queryKey: ['tasks', 'one', id],
    queryFn: ({ signal }) => call(readTask, { params: { id }, signal }),
  })

/** The people to whom a task of the folder can be assigned; of an internal task, the team. */
export const assigneesOf = (clientFolderId: string) =>
  queryOptions({
    queryKey: ['staff', 'assignees', clientFolderId],
    queryFn: ({ signal }) =>
      call(listTaskAssignees, { query: clientFolderId === '' ? {} : { clientFolderId }, signal }),
  })
