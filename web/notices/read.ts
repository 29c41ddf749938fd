import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readNotice, readNotices } from '../../api/notices.ts'
import type { NoticeKind } from '../../domain/notice.ts'
import { call, sentenceOf } from '../kit/call.ts'
import { toast } from '../kit/toast-store.ts'
import { noticeFigures } from './queries.ts'

const again = (client: QueryClient) => client.invalidateQueries({ queryKey: ['notices'] })

/** Marks as read. Should one fail that was followed, it stays unread, and nothing is lost by it; whoever asked for all is told. */
export function useReading() {
  const client = useQueryClient()
  return {
    readOne: (id: string) =>
      call(readNotice, { params: { id } })
        .then(() => again(client))
        .catch(() => {}),
    readAll: () => call(readNotices, { body: {} }).then(() => again(client), sayStillUnread),
  }
}

const sayStillUnread = (error: Error) =>
  toast({
    title: 'Nothing was marked as read',
    description: sentenceOf(error, 'Please try again.'),
    variant: 'destructive',
  })

/** Whoever looks at a thing needs no notice of it any more. `latest` names the newest thing that is on the screen. Failing is as above. */
export function useReadWhileLooking(clientFolderId: string, kind: NoticeKind, latest: string | undefined) {
  const client = useQueryClient()
  useEffect(() => {
    if (latest === undefined || document.visibilityState !== 'visible') return
    if (client.getQueryData(noticeFigures.queryKey)?.unread === 0) return
    call(readNotices, { body: { clientFolderId, kind } })
      .then(() => again(client))
      .catch(() => {})
  }, [client, clientFolderId, kind, latest])
}
