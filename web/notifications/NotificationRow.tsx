import { Link } from '@tanstack/react-router'
import {
  CircleUser,
  FileText,
  Inbox,
  ListTodo,
  type LucideIcon,
  MessageSquareText,
  ReceiptText,
  Signature,
} from 'lucide-react'
import type { Notification, NotificationKind } from '../../domain/notification.ts'
import { Name } from '../kit/PersonName.tsx'
import { classes } from '../kit/classes.ts'
import { linkTo } from '../kit/link-to.ts'
import { agoWords, groupWords } from './words.ts'

const icons: Record<NotificationKind, LucideIcon> = {
  messages: MessageSquareText,
  documents: FileText,
  assignments: ListTodo,
  money: ReceiptText,
  requests: Inbox,
  signatures: Signature,
  account: CircleUser,
}

type NotificationRowProps = {
  /** The latest of equal ones. */
  notice: Notification
  count: number
  now: Date
  onOpen: (notice: Notification) => void
}

/** One notice: what, by whom, where and when. The whole row leads there. */
export function NotificationRow({ notice, count, now, onOpen }: NotificationRowProps) {
  const { kind, subject, actorName, folderName, path, isRead, createdAt } = notice
  const Icon = icons[kind]
  const stretch = 'stretched-link underline-offset-2 hover:underline'
  const words = (
    <>
      {!isRead && <span className="sr-only">Unread: </span>}
      {groupWords(subject, count)}
    </>
  )
  return (
    <li className={classes('relative flex gap-3 px-4 py-3 transition-colors hover:bg-hover', !isRead && 'bg-hover')}>
      <Icon className="mt-0.5 shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1">
        <p className={classes('text-body text-ink wrap-anywhere', !isRead && 'font-semibold')}>
          {/* A document opens as a file, not as a page of the app. */}
          {path.startsWith('/api/') ? (
            <a href={path} target="_blank" rel="noreferrer" className={stretch} onClick={() => onOpen(notice)}>
              {words}
            </a>
          ) : (
            <Link {...linkTo(path)} className={stretch} onClick={() => onOpen(notice)}>
              {words}
            </Link>
          )}
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-1.5 text-meta text-ink-3">
          <span className="line-clamp-2 wrap-anywhere">
            <Name>{actorName ?? 'The portal'}</Name>
            {folderName !== null && (
              <>
                {' · '}
                <Name>{folderName}</Name>
              </>
            )}
          </span>
          <span className="whitespace-nowrap">{agoWords(createdAt, now)}</span>
        </p>
      </div>
      {!isRead && <span className="mt-1.5 size-2 shrink-0 rounded-full bg-primary edge-forced" aria-hidden="true" />}
    </li>
  )
}
