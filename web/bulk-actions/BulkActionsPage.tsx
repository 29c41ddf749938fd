import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { BulkActionView } from '../../domain/bulk-action.ts'
import { buttonStyle } from '../kit/button-style.ts'
import { formatDateTime } from '../kit/dates.ts'
import { EmptyState } from '../kit/EmptyState.tsx'
import { type PageLoad, prefetch } from '../kit/page-load.ts'
import { PagedList } from '../kit/PagedList.tsx'
import { PageHeader } from '../kit/PageHeader.tsx'
import { Panel } from '../kit/Panel.tsx'
import { Row, RowList } from '../kit/RowList.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { Badge } from '../kit/StatusBadge.tsx'
import { useHome } from '../session/names.ts'
import { bulkActions } from './queries.ts'
import { kindWords, progressWords, statusWords } from './words.ts'

export const load = ({ client }: PageLoad) => prefetch(client, [bulkActions])

export default function BulkActionsPage() {
  const query = useInfiniteQuery(bulkActions)
  return (
    <>
      <PageHeader
        home={useHome()}
        crumbs={[{ label: 'Client folders', to: '/client-folders' }]}
        title="Bulk actions"
        description="Track what your team sent to many clients at the same time."
      />
      <Panel flush>
        <PagedList
          query={query}
          more="Show earlier bulk actions"
          loading={<SkeletonRows label="Loading bulk actions" />}
          empty={
            <EmptyState
              title="No bulk actions yet"
              action={
                <Link to="/client-folders" className={buttonStyle('primary')}>
                  Choose clients
                </Link>
              }
            >
              Bulk actions will appear here when you select clients in the list and send them something.
            </EmptyState>
          }
        >
          {(actions) => (
            <RowList label="Bulk actions">
              {actions.map((action) => (
                <ActionRow key={action.id} action={action} />
              ))}
            </RowList>
          )}
        </PagedList>
      </Panel>
    </>
  )
}

function ActionRow({ action }: { action: BulkActionView }) {
  const { id, kind, title, status, counts, startedByName, createdAt } = action
  return (
    <Row
      to="/bulk-actions/$id"
      params={{ id }}
      title={title}
      aside={kindWords[kind].noun}
      context={progressWords(counts)}
      meta={[startedByName, formatDateTime(createdAt)].filter(Boolean).join(' · ')}
      middle={<Badge tone={statusWords[status].tone}>{statusWords[status].words}</Badge>}
    />
  )
}
