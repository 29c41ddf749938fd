import type { Notification } from '../../domain/notification.ts'
import { useNow } from '../kit/now.ts'
import { groupNotifications } from './group.ts'
import { NotificationRow } from './NotificationRow.tsx'
import { useReading } from './read.ts'

type NotificationListProps = {
  label: string
  notices: readonly Notification[]
  onOpen?: () => void
}

/** Notices, the newest first, equal ones in one row. One that is opened has been read. */
export function NotificationList({ label, notices, onOpen }: NotificationListProps) {
  const now = useNow()
  const { read } = useReading()
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {groupNotifications(notices).map(({ notice, ids }) => (
        <NotificationRow
          key={notice.id}
          notice={notice}
          count={ids.length}
          now={now}
          onOpen={({ isRead }) => {
            if (!isRead) void read(ids)
            onOpen?.()
          }}
        />
      ))}
    </ul>
  )
}
