import { queryOptions } from '@tanstack/react-query'
import { listPushSubscriptions, readPushKey } from '../../api/push-subscriptions.ts'
import { call } from '../kit/call.ts'
import { isSubscribed } from './browser-push.ts'

export const pushKey = queryOptions({
  queryKey: ['push-key'],
  queryFn: ({ signal }) => call(readPushKey, { signal }),
})

/** Ten at most, so one page. A session that ends takes its device along without a live event. */
export const pushDevices = queryOptions({
  queryKey: ['push-subscriptions'],
  queryFn: ({ signal }) => call(listPushSubscriptions, { signal }),
  staleTime: 0,
})

/** Whether this browser still has the subscription; its user may have removed it in the browser's settings. */
export const browserSubscription = queryOptions({
  queryKey: ['push-subscriptions', 'browser'],
  queryFn: isSubscribed,
  staleTime: 0,
})
