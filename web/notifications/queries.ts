import { queryOptions } from '@tanstack/react-query'
import { listNotifications, readEmailChoices, readNotificationFigures } from '../../api/notifications.ts'
import { call } from '../kit/call.ts'
import { pagesOf } from '../kit/pages-of.ts'

export const ownNotifications = (limit: number) => pagesOf(['notifications'], listNotifications, { query: { limit } })

export const notificationFigures = queryOptions({
  queryKey: ['notifications', 'figures'],
  queryFn: ({ signal }) => call(readNotificationFigures, { signal }),
})

export const emailChoices = queryOptions({
  queryKey: ['email-choices'],
  queryFn: ({ signal }) => call(readEmailChoices, { signal }),
})
