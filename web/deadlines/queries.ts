import type { z } from 'zod'
import { listDeadlines, listFolderDeadlines } from '../../api/deadlines.ts'
import type { DeadlineStatus } from '../../domain/deadline.ts'
import { pagesOf } from '../kit/pages-of.ts'

export type DeadlineFilter = Partial<Pick<z.input<typeof listDeadlines.query>, 'q' | 'status' | 'kind'>>

export const deadlinesFound = (filter: DeadlineFilter) =>
  pagesOf(['deadlines'], listDeadlines, { query: { limit: 100, ...filter } })

export const deadlinesOf = (folderId: string, status: DeadlineStatus = 'open') =>
  pagesOf(['deadlines', folderId], listFolderDeadlines, { params: { id: folderId }, query: { limit: 100, status } })
