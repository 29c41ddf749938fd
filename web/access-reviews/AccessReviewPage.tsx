import { useInfiniteQuery } from '@tanstack/react-query'
import { formatDateTime } from '../kit/dates.ts'
import { EmptyState } from '../kit/EmptyState.tsx'
import { type PageLoad, prefetch } from '../kit/page-load.ts'
import { usePageTitle } from '../kit/page-title.ts'
import { PagedList } from '../kit/PagedList.tsx'
import { PageHeader } from '../kit/PageHeader.tsx'
import { Panel } from '../kit/Panel.tsx'
import { Row, RowList } from '../kit/RowList.tsx'
import { useHome } from '../session/names.ts'
import { ClientSidePanel } from './ClientSidePanel.tsx'
import { MarkAsReviewed } from './MarkAsReviewed.tsx'
import { accessReviews, clientSideAccess, teamAccess } from './queries.ts'
import { TeamPanel } from './TeamPanel.tsx'
import { quarterInWords } from './words.ts'

export const load = ({ client }: PageLoad) => prefetch(client, [teamAccess, clientSideAccess, accessReviews])

/** Who sees which client folders, and the record of who checked it. */
export default function AccessReviewPage() {
  usePageTitle('Access review')
  return (
    <>
      <PageHeader
        home={useHome()}
        title="Access review"
        description="Check each quarter who can see client folders."
        actions={<MarkAsReviewed />}
      />
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
        <TeamPanel />
        <div className="grid grid-cols-1 gap-6">
          <ReviewsPanel />
          <ClientSidePanel />
        </div>
      </div>
    </>
  )
}

function ReviewsPanel() {
  const query = useInfiniteQuery(accessReviews)
  return (
    <Panel title="Reviews" flush className="overflow-clip">
      <PagedList
        query={query}
        more="Show earlier reviews"
        empty={<EmptyState title="No reviews yet">Reviews will appear here when you mark them as done.</EmptyState>}
      >
        {(reviews) => (
          <RowList label="Reviews">
            {reviews.map(({ id, quarter, reviewedAt, reviewedByName }) => (
              <Row
                key={id}
                title={quarterInWords(quarter)}
                meta={
                  reviewedAt === null
                    ? 'Not reviewed yet'
                    : `${reviewedByName ?? 'Someone'}, ${formatDateTime(reviewedAt)}`
                }
              />
            ))}
          </RowList>
        )}
      </PagedList>
    </Panel>
  )
}
