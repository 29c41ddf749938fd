import { queryOptions } from '@tanstack/react-query'
import { readWorkQueue } from '../../api/work-queue.ts'
import type { WorkView } from '../../domain/work-queue.ts'
import { call } from '../kit/call.ts'

/** Under the dashboard's key, so that every live event refetches it. */
export const workQueue = (view: WorkView) =>
  queryOptions({
    queryKey: ['dashboard', 'work-queue', view],
    queryFn: ({ signal }) => call(readWorkQueue, { query: { view }, signal }),
  })

/** The team's work in one folder. */
export const workOfFolder = (clientFolderId: string) =>
  queryOptions({
    queryKey: ['dashboard', 'work-queue', 'all', clientFolderId],
    queryFn: ({ signal }) => call(readWorkQueue, { query: { view: 'all', clientFolderId }, signal }),
  })
