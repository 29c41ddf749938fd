import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readNotice, readNotices } from '../../api/notices.ts'
import type { NoticeKind } from '../../domain/notice.ts'
import { call } from '../kit/call.ts'
import { noticeFigures } from './queries.ts'

const again = (client: QueryClient) => client.invalidateQueries({ queryKey: ['notices'] })

/** Marks as read. Should it fail, they stay unread and the next look tries again: nothing is lost by it. */
export function useReading() {
  const client = useQueryClient()
  const quietly = (work: Promise<unknown>) => work.then(() => again(client)).catch(() => {})
  return {
    readOne: (id: string) => quietly(call(readNotice, { params: { id } })),
    readAll: () => quietly(call(readNotices, { body: {} })),
  }
}

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
