import { listMessages } from '../../api/messages.ts'
import { pagesOf } from '../kit/pages-of.ts'

/** A folder's thread from its end: each further page is an earlier one. */
export const messagesOf = (folderId: string) =>
  pagesOf(['messages', folderId], listMessages, { params: { id: folderId }, query: { order: 'newest', limit: 30 } })
