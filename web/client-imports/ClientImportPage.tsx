import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { exportClientImportRows } from '../../api/client-imports.ts'
import { type ClientImportRow, type ClientImportView, ImportRowStatus } from '../../domain/client-import.ts'
import { ProgressBar } from '../bulk-actions/ProgressBar.tsx'
import { buttonStyle } from '../kit/button-style.ts'
import { addressOf } from '../kit/call.ts'
import { classes } from '../kit/classes.ts'
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
import { ImportActions } from './ImportActions.tsx'
import { MappingPanel } from './MappingPanel.tsx'
import { clientImportById, rowsOfClientImport } from './queries.ts'
import { countsInWords, rowStatusWords, statusWords, texts } from './words.ts'

export const load = ({ client, params: { id } }: PageLoad<'id'>) =>
  prefetch(client, [clientImportById(id), rowsOfClientImport(id, undefined)])

/** An import: first its columns and the problems of its rows, then its progress, updated by live events. */
export default function ClientImportPage() {
  const { id } = useParams({ from: '/client-imports/$id' })
  const { data: its } = useSuspenseQuery(clientImportById(id))
  const { fileName, status, counts } = its
  return (
    <>
      <PageHeader
        home={useHome()}
        crumbs={[
          { label: 'Client folders', to: '/client-folders' },
          { label: 'Import clients', to: '/client-imports' },
        ]}
        eyebrow="Client import"
        title={fileName}
        badge={<Badge tone={statusWords[status].tone}>{statusWords[status].words}</Badge>}
        description={factsOf(its)}
        backToDashboard={false}
        actions={<ImportActions its={its} />}
      />
      {status === 'draft' ? (
        <MappingPanel key={its.version} its={its} />
      ) : (
        <ProgressBar done={counts.done} total={counts.done + counts.pending} words={countsInWords(its)} />
      )}
      <Rows its={its} />
    </>
  )
}

function factsOf(its: ClientImportView): string {
  const { status, startedByName, createdAt, finishedAt, invites } = its
  if (status === 'draft') return texts.draft(countsInWords(its))
  const by = startedByName === null ? '' : ` by ${startedByName}`
  const end = finishedAt === null ? '' : ` ${statusWords[status].words} ${formatDateTime(finishedAt)}.`
  return `Uploaded ${formatDateTime(createdAt)}${by}.${end} ${invites ? 'With invitations.' : 'Without invitations.'}`
}

function Rows({ its: { id, counts, status: importStatus } }: { its: ClientImportView }) {
  const [chosen, setChosen] = useUrlState('status', '')
  const status = ImportRowStatus.options.find((each) => each === chosen)
  const query = useInfiniteQuery(rowsOfClientImport(id, status))
  const isDraft = importStatus === 'draft'
  const shown = ImportRowStatus.options.filter((each) => each !== 'done' || !isDraft)
  return (
    <div className="mt-6">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <ViewTabs
          label="Status"
          value={status ?? ''}
          onChange={setChosen}
          tabs={[
            { value: '', label: 'All rows', count: Object.values(counts).reduce((sum, count) => sum + count, 0) },
            ...shown.map((value) => ({ value, label: rowStatusWords(value, isDraft).words, count: counts[value] })),
          ]}
        />
        {counts.failed > 0 && (
          <a
            href={addressOf(exportClientImportRows, { params: { id } })}
            download
            className={classes(buttonStyle('secondary'), 'mb-4')}
          >
            <Download />
            Download problems (CSV)
          </a>
        )}
      </div>
      <Panel flush>
        <PagedList
          query={query}
          more="Show more rows"
          loading={<SkeletonRows label="Loading rows" />}
          empty={<EmptyState title="No rows with this status">Choose a different status above.</EmptyState>}
        >
          {(rows) => (
            <RowList label="Rows">
              {rows.map((row) => (
                <ImportedRow key={row.id} row={row} isDraft={isDraft} />
              ))}
            </RowList>
          )}
        </PagedList>
      </Panel>
    </div>
  )
}

function ImportedRow({ row: { row, name, email, status, reason, clientFolderId }, isDraft }: RowProps) {
  const { words, tone } = rowStatusWords(status, isDraft)
  const content = {
    title: name === '' ? 'No business name' : name,
    aside: `Row ${row}`,
    context: email,
    // The badge already says "Already exists".
    meta: status === 'failed' || reason !== 'This client already exists.' ? (reason ?? undefined) : undefined,
    middle: <Badge tone={tone}>{words}</Badge>,
  }
  if (clientFolderId === null) return <Row {...content} />
  return <Row {...content} to="/client-folders/$id" params={{ id: clientFolderId }} />
}

type RowProps = { row: ClientImportRow; isDraft: boolean }
