import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { exportClientImportRows } from '../../api/client-imports.ts'
import { type ClientImportRow, type ClientImportView } from '../../domain/client-import.ts'
import { ImportRowStatus } from '../../domain/import.ts'
import { ProgressBar } from '../bulk-actions/ProgressBar.tsx'
import { ImportRows } from '../imports/ImportRows.tsx'
import { countsInWords, rowStatusWords, statusWords } from '../imports/words.ts'
import { addressOf } from '../kit/call.ts'
import { formatDateTime } from '../kit/dates.ts'
import { type PageLoad, prefetch } from '../kit/page-load.ts'
import { PageHeader } from '../kit/PageHeader.tsx'
import { Row } from '../kit/RowList.tsx'
import { Badge } from '../kit/StatusBadge.tsx'
import { useUrlState } from '../kit/url-state.ts'
import { useHome } from '../session/names.ts'
import { ImportActions } from './ImportActions.tsx'
import { MappingPanel } from './MappingPanel.tsx'
import { clientImportById, rowsOfClientImport } from './queries.ts'
import { texts } from './words.ts'

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

function Rows({ its }: { its: ClientImportView }) {
  const [chosen, setChosen] = useUrlState('status', '')
  const status = ImportRowStatus.options.find((each) => each === chosen)
  return (
    <ImportRows
      its={its}
      query={useInfiniteQuery(rowsOfClientImport(its.id, status))}
      status={status}
      onStatus={setChosen}
      problemsAddress={addressOf(exportClientImportRows, { params: { id: its.id } })}
      what="rows"
      row={(row, isDraft) => <ImportedRow key={row.id} row={row} isDraft={isDraft} />}
    />
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
