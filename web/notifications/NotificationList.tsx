import type { Notification } from '../../domain/notification.ts'
import { useNow } from '../kit/now.ts'
import { NotificationRow } from './NotificationRow.tsx'
import { useReading } from './read.ts'

type NotificationListProps = {
  label: string
  notices: readonly Notification[]
  onOpen?: () => void
}

/** Notices, the newest first. One that is opened has been read. */
export function NotificationList({ label, notices, onOpen }: NotificationListProps) {
  const now = useNow()
  const { readOne } = useReading()
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {notices.map((notice) => (
        <NotificationRow
          key={notice.id}
          notice={notice}
          now={now}
          onOpen={({ id, isRead }) => {
            if (!isRead) void readOne(id)
            onOpen?.()
          }}
        />
      ))}
    </ul>
  )
}
