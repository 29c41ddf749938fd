import { queryOptions } from '@tanstack/react-query'
import { listSavedReplies, readSavedReply } from '../../api/saved-replies.ts'
import { call } from '../kit/call.ts'
import { pagesOf } from '../kit/pages-of.ts'

export const savedRepliesFound = (q: string, limit = 50) =>
  pagesOf(['saved-replies'], listSavedReplies, { query: { limit, ...(q === '' ? {} : { q }) } })

export const savedReplyById = (id: string) =>
  queryOptions({
    queryKey: ['saved-replies', 'one', id],
    queryFn: ({ signal }) => call(readSavedReply, { params: { id }, signal }),
  })
