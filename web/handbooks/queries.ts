import { listHandbooks } from '../../api/handbooks.ts'
import { pagesOf } from '../kit/pages-of.ts'

/** One or none. */
export const handbooksOf = (folderId: string) =>
  pagesOf(['handbooks', folderId], listHandbooks, { params: { id: folderId }, query: { limit: 1 } })
