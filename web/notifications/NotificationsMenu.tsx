import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bell as BellIcon } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState } from 'react'
import { Button } from '../kit/Button.tsx'
import { EmptyState, ErrorState } from '../kit/EmptyState.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { CountBadge } from './CountBadge.tsx'
import { useIconBadge } from './icon-badge.ts'
import { NotificationList } from './NotificationList.tsx'
import { notificationFigures, ownNotifications } from './queries.ts'
import { useReading } from './read.ts'
import { unreadWords } from './words.ts'

const shown = 8

/** The bell: how many notices are unread, and the latest of them at a press. */
export function NotificationsMenu({ align }: { align: 'start' | 'end' }) {
  const [open, setOpen] = useState(false)
  const unread = useQuery(notificationFigures).data?.unread ?? 0
  useIconBadge(unread)
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <button
          type="button"
          aria-label={`Notifications, ${unreadWords(unread)}`}
          className="relative grid size-9 shrink-0 place-items-center rounded-md text-ink-2 transition-colors hover:bg-mist-2 hover:text-ink data-[state=open]:bg-mist-2 data-[state=open]:text-ink coarse:size-11"
        >
          <BellIcon size={20} />
          <CountBadge count={unread} className="absolute top-0.5 left-[55%]" />
        </button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label="Notifications"
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 flex max-h-[min(34rem,var(--radix-popover-content-available-height))] w-[min(24rem,calc(100vw-1rem))] flex-col overflow-clip rounded-lg border border-line bg-surface shadow-lift data-[state=closed]:animate-sink data-[state=open]:animate-rise"
        >
          <Latest unread={unread} onClose={() => setOpen(false)} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

function Latest({ unread, onClose }: { unread: number; onClose: () => void }) {
  const query = useInfiniteQuery(ownNotifications(shown))
  const { readAll } = useReading()
  const notices = query.data?.pages[0]?.items ?? []
  return (
    <>
      <div className="flex min-h-12 items-center justify-between gap-3 border-b border-line px-4 py-2">
        <h2 className="text-panel text-ink">Notifications</h2>
        {unread > 0 && (
          <Button variant="ghost" size="small" onClick={() => void readAll()}>
            Mark all as read
          </Button>
        )}
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {query.isPending ? (
          <SkeletonRows rows={3} label="Loading notifications" rowHeight="h-16" />
        ) : query.data === undefined ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : notices.length === 0 ? (
          <EmptyState title="No new notifications">Notifications will appear here.</EmptyState>
        ) : (
          <NotificationList label="Latest notifications" notices={notices} onOpen={onClose} />
        )}
      </div>
      <div className="border-t border-line px-4 py-2.5">
        <Link
          to="/notifications"
          onClick={onClose}
          className="link text-meta font-semibold coarse:inline-block coarse:py-2"
        >
          All notifications and email settings
        </Link>
      </div>
    </>
  )
}
