import { type PageLoad, prefetch } from '../kit/page-load.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Button } from '../kit/Button.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { PageHeader } from '../kit/PageHeader.tsx'
import { Panel } from '../kit/Panel.tsx'
import { useHome } from '../session/names.ts'
import { EmailChoicesPanel } from './EmailChoicesPanel.tsx'
import { NoticeList } from './NoticeList.tsx'
import { emailChoices, noticeFigures, ownNotices } from './queries.ts'
import { useReading } from './read.ts'

export const load = ({ client }: PageLoad) => prefetch(client, [ownNotices(30), emailChoices])

/** All that was told to the reader, and which of it also comes by email. */
export default function NotificationsPage() {
  const query = useInfiniteQuery(ownNotices(30))
  const unread = useQuery(noticeFigures).data?.unread ?? 0
  const { readAll } = useReading()
  return (
    <>
      <PageHeader
        home={useHome()}
        title="Notifications"
        description="What happened that concerns you, and which of it is sent to you by email."
      />
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_420px]">
        <Panel
          flush
          className="overflow-clip"
          title="Notifications"
          note="Kept for 90 days"
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
            empty={<EmptyState title="Nothing yet">What concerns you is told here as it happens.</EmptyState>}
          >
            {(notices) => <NoticeList label="Your notifications" notices={notices} />}
          </PagedList>
        </Panel>
        <EmailChoicesPanel />
      </div>
    </>
  )
}
