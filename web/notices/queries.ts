import { queryOptions } from '@tanstack/react-query'
import { listNotices, readEmailChoices, readNoticeFigures } from '../../api/notices.ts'
import { call } from '../kit/call.ts'
import { pagesOf } from '../kit/pages-of.ts'

export const ownNotices = (limit: number) => pagesOf(['notices'], listNotices, { query: { limit } })

export const noticeFigures = queryOptions({
  queryKey: ['notices', 'figures'],
  queryFn: ({ signal }) => call(readNoticeFigures, { signal }),
})

export const emailChoices = queryOptions({
  queryKey: ['email-choices'],
  queryFn: ({ signal }) => call(readEmailChoices, { signal }),
})
