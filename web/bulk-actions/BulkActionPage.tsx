import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { exportBulkActionItems } from '../../api/bulk-actions.ts'
import { type BulkActionItem, type BulkActionView, BulkItemStatus } from '../../domain/bulk-action.ts'
import { buttonStyle } from '../kit/button-style.ts'
import { addressOf } from '../kit/call.ts'
import { formatDateTime } from '../kit/dates.ts'
import { EmptyState } from '../kit/EmptyState.tsx'
import { type PageLoad, prefetch } from '../kit/page-load.ts'
import { PagedList } from '../kit/PagedList.tsx'
import { PageHeader } from '../kit/PageHeader.tsx'
import { Panel } from '../kit/Panel.tsx'
import { Row, RowList } from '../kit/RowList.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { Badge } from '../kit/StatusBadge.tsx'
import { useUrlState } from '../kit/url-state.ts'
import { ViewTabs } from '../kit/ViewTabs.tsx'
import { useHome } from '../session/names.ts'
import { ProgressBar } from './ProgressBar.tsx'
import { bulkActionById, itemsOfBulkAction } from './queries.ts'
import { StopButton } from './StopButton.tsx'
import { clientsInWords, itemStatusWords, kindWords, progressWords, statusWords, texts, totalOf } from './words.ts'

export const load = ({ client, params: { id } }: PageLoad<'id'>) =>
  prefetch(client, [bulkActionById(id), itemsOfBulkAction(id, undefined)])

/** A bulk action: its progress and the status of each recipient, updated by live events. */
export default function BulkActionPage() {
  const { id } = useParams({ from: '/bulk-actions/$id' })
  const { data: action } = useSuspenseQuery(bulkActionById(id))
  const { kind, title, status, counts, hiddenRecipients, allowed } = action
  return (
    <>
      <PageHeader
        home={useHome()}
        crumbs={[
          { label: 'Client folders', to: '/client-folders' },
          { label: 'Bulk actions', to: '/bulk-actions' },
        ]}
        eyebrow={kindWords[kind].noun}
        title={kind === 'message' ? `Message to ${clientsInWords(totalOf(counts) + hiddenRecipients)}` : title}
        badge={<Badge tone={statusWords[status].tone}>{statusWords[status].words}</Badge>}
        description={
          <>
            {kind === 'message' && (
              <span dir="auto" className="mb-1 line-clamp-3 own-direction whitespace-pre-line text-ink">
                {title}
              </span>
            )}
            {factsOf(action)}
          </>
        }
        backToDashboard={false}
        actions={
          <>
            {allowed.includes('stop') && <StopButton action={action} />}
            <a
              href={addressOf(exportBulkActionItems, { params: { id } })}
              download
              className={buttonStyle('secondary')}
            >
              Export CSV<span className="sr-only"> of these recipients</span>
            </a>
          </>
        }
      />
      <ProgressBar done={totalOf(counts) - counts.pending} total={totalOf(counts)} words={progressWords(counts)} />
      <Recipients action={action} />
    </>
  )
}

function factsOf({ startedByName, createdAt, finishedAt, stoppedByName }: BulkActionView): string {
  const by = startedByName === null ? '' : ` by ${startedByName}`
  const end = stoppedByName === null ? 'Finished' : `Stopped by ${stoppedByName}`
  return `Started ${formatDateTime(createdAt)}${by}.${finishedAt === null ? '' : ` ${end} ${formatDateTime(finishedAt)}.`}`
}

function Recipients({ action: { id, counts, hiddenRecipients } }: { action: BulkActionView }) {
  const [chosen, setChosen] = useUrlState('status', '')
  const status = BulkItemStatus.options.find((each) => each === chosen)
  const query = useInfiniteQuery(itemsOfBulkAction(id, status))
  return (
    <div className="mt-6">
      <ViewTabs
        label="Status"
        value={status ?? ''}
        onChange={setChosen}
        tabs={[
          { value: '', label: 'All', count: totalOf(counts) },
          ...BulkItemStatus.options
            .filter((value) => counts[value] > 0 || value === status)
            .map((value) => ({
              value,
              label: itemStatusWords[value].words,
              count: counts[value],
            })),
        ]}
      />
      <Panel flush>
        <PagedList
          query={query}
          more="Show more recipients"
          loading={<SkeletonRows label="Loading recipients" />}
          empty={<EmptyState title="No clients with this status">Choose a different status above.</EmptyState>}
        >
          {(items) => (
            <RowList label="Recipients">
              {items.map((item) => (
                <ItemRow key={item.id} item={item} />
              ))}
            </RowList>
          )}
        </PagedList>
      </Panel>
      {hiddenRecipients > 0 && (
        <p className="mt-3 text-body text-ink-2">{texts.hidden(clientsInWords(hiddenRecipients))}</p>
      )}
    </div>
  )
}

function ItemRow({ item: { clientFolderId, name, status, reason, doneAt } }: { item: BulkActionItem }) {
  return (
    <Row
      to="/client-folders/$id"
      params={{ id: clientFolderId }}
      title={name}
      meta={reason ?? (doneAt === null ? undefined : formatDateTime(doneAt))}
      middle={<Badge tone={itemStatusWords[status].tone}>{itemStatusWords[status].words}</Badge>}
    />
  )
}
