import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readNotifications } from '../../api/notifications.ts'
import { maxIdsRead, type NotificationKind } from '../../domain/notification.ts'
import { call, sentenceOf } from '../kit/call.ts'
import { toast } from '../kit/toast-store.ts'
import { notificationFigures } from './queries.ts'

const again = (client: QueryClient) => client.invalidateQueries({ queryKey: ['notifications'] })

/** Marks as read. If marking fails after a link was followed, it stays unread; after "Mark all as read" the failure is shown. */
export function useReading() {
  const client = useQueryClient()
  return {
    read: (ids: readonly string[]) =>
      call(readNotifications, { body: { ids: ids.slice(0, maxIdsRead) } })
        .then(() => again(client))
        .catch(() => {}),
    readAll: () => call(readNotifications, { body: {} }).then(() => again(client), sayStillUnread),
  }
}

const sayStillUnread = (error: Error) =>
  toast({
    title: 'Couldn’t mark as read',
    description: sentenceOf(error, 'Try again.'),
    variant: 'destructive',
  })

/** Marks the notifications of a viewed record as read. `latest` is the newest item on the screen. Failures are handled as above. */
export function useReadWhileVisible(clientFolderId: string, kind: NotificationKind, latest: string | undefined) {
  const client = useQueryClient()
  useEffect(() => {
    if (latest === undefined || document.visibilityState !== 'visible') return
    if (client.getQueryData(notificationFigures.queryKey)?.unread === 0) return
    call(readNotifications, { body: { clientFolderId, kind } })
      .then(() => again(client))
      .catch(() => {})
  }, [client, clientFolderId, kind, latest])
}
