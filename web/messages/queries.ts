import { queryOptions } from '@tanstack/react-query'
import { readDraft } from '../../api/drafts.ts'
import { listMessages, listUnansweredThreads, readUnansweredFigures } from '../../api/messages.ts'
import { listStaffNotes } from '../../api/staff-notes.ts'
import { call } from '../kit/call.ts'
import { pagesOf } from '../kit/pages-of.ts'

/** A folder's thread from its end: each further page is an earlier one. */
export const messagesOf = (folderId: string) =>
  pagesOf(['messages', folderId], listMessages, { params: { id: folderId }, query: { order: 'newest', limit: 30 } })

/** The same for the team's notes. */
export const staffNotesOf = (folderId: string) =>
  pagesOf(['staff-notes', folderId], listStaffNotes, {
    params: { id: folderId },
    query: { order: 'newest', limit: 30 },
  })

export const draftOf = (folderId: string) =>
  queryOptions({
    queryKey: ['drafts', folderId],
    queryFn: ({ signal }) => call(readDraft, { params: { folder: folderId }, signal }),
  })

// Messages come and go into these lists: a live notice of one has them read again.
export const unansweredThreads = (limit: number) =>
  pagesOf(['messages', 'waiting'], listUnansweredThreads, { query: { limit } })

export const unansweredFigures = queryOptions({
  queryKey: ['messages', 'waiting', 'figures'],
  queryFn: ({ signal }) => call(readUnansweredFigures, { signal }),
})
