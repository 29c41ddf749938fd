import { type PageLoad, prefetch } from '../kit/page-load.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Button } from '../kit/Button.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { PageHeader } from '../kit/PageHeader.tsx'
import { Panel } from '../kit/Panel.tsx'
import { PushPanel } from '../push-subscriptions/PushPanel.tsx'
import { browserSubscription, pushDevices, pushKey } from '../push-subscriptions/queries.ts'
import { useHome } from '../session/names.ts'
import { EmailChoicesPanel } from './EmailChoicesPanel.tsx'
import { NotificationList } from './NotificationList.tsx'
import { emailChoices, notificationFigures, ownNotifications } from './queries.ts'
import { useReading } from './read.ts'
import { unreadWords } from './words.ts'

export const load = ({ client }: PageLoad) =>
  prefetch(client, [ownNotifications(30), emailChoices, pushKey, pushDevices, browserSubscription])

/** All notifications, and which of them are also emailed or shown by devices. */
export default function NotificationsPage() {
  const query = useInfiniteQuery(ownNotifications(30))
  const unread = useQuery(notificationFigures).data?.unread ?? 0
  const { readAll } = useReading()
  return (
    <>
      <PageHeader
        home={useHome()}
        title="Notifications"
        description="View your notifications and choose how you get them."
      />
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_420px]">
        <Panel
          flush
          className="overflow-clip"
          title={unread === 0 ? 'No unread notifications' : unreadWords(unread)}
          note="Stored for 90 days"
          action={
            unread > 0 && (
              <Button size="small" onClick={() => void readAll()}>
                Mark all as read
              </Button>
            )
          }
        >
          <PagedList
            query={query}
            more="Show earlier notifications"
            empty={<EmptyState title="No notifications yet">Notifications will appear here.</EmptyState>}
          >
            {(notices) => <NotificationList label="Your notifications" notices={notices} />}
          </PagedList>
        </Panel>
        <div className="grid grid-cols-1 gap-6">
          <PushPanel />
          <EmailChoicesPanel />
        </div>
      </div>
    </>
  )
}
