import type { Notice } from '../../domain/notice.ts'
import { useNow } from '../kit/now.ts'
import { NoticeRow } from './NoticeRow.tsx'
import { useReading } from './read.ts'

type NoticeListProps = {
  label: string
  notices: readonly Notice[]
  onOpen?: () => void
}

/** Notices, the newest first. One that is opened has been read. */
export function NoticeList({ label, notices, onOpen }: NoticeListProps) {
  const now = useNow()
  const { readOne } = useReading()
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {notices.map((notice) => (
        <NoticeRow
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
