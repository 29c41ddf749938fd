import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { exportDocumentImportRows } from '../../api/document-imports.ts'
import type { DocumentImportRow, DocumentImportView } from '../../domain/document-import.ts'
import { isTeamOnly } from '../../domain/document.ts'
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
import { DocumentImportActions } from './DocumentImportActions.tsx'
import { documentImportById, rowsOfDocumentImport } from './queries.ts'
import { texts } from './words.ts'

export const load = ({ client, params: { id } }: PageLoad<'id'>) =>
  prefetch(client, [documentImportById(id), rowsOfDocumentImport(id, undefined)])

/** An import: first the folder of each file and its problems, then the progress, updated by live events. */
export default function DocumentImportPage() {
  const { id } = useParams({ from: '/document-imports/$id' })
  const { data: its } = useSuspenseQuery(documentImportById(id))
  const { fileName, status, counts } = its
  const [chosen, setChosen] = useUrlState('status', '')
  const shown = ImportRowStatus.options.find((each) => each === chosen)
  return (
    <>
      <PageHeader
        home={useHome()}
        crumbs={[
          { label: 'Client folders', to: '/client-folders' },
          { label: 'Import documents', to: '/document-imports' },
        ]}
        eyebrow="Document import"
        title={fileName}
        badge={<Badge tone={statusWords[status].tone}>{statusWords[status].words}</Badge>}
        description={factsOf(its)}
        backToDashboard={false}
        actions={<DocumentImportActions its={its} />}
      />
      {status !== 'draft' && (
        <ProgressBar done={counts.done} total={counts.done + counts.pending} words={countsInWords(its)} />
      )}
      <ImportRows
        its={its}
        query={useInfiniteQuery(rowsOfDocumentImport(id, shown))}
        status={shown}
        onStatus={setChosen}
        problemsAddress={addressOf(exportDocumentImportRows, { params: { id } })}
        what="files"
        row={(row, isDraft) => <ImportedFile key={row.id} row={row} isDraft={isDraft} />}
      />
    </>
  )
}

function factsOf(its: DocumentImportView): string {
  const { status, startedByName, createdAt, finishedAt } = its
  if (status === 'draft') return texts.draft(countsInWords(its))
  const by = startedByName === null ? '' : ` by ${startedByName}`
  const end = finishedAt === null ? '' : ` ${statusWords[status].words} ${formatDateTime(finishedAt)}.`
  return `Uploaded ${formatDateTime(createdAt)}${by}.${end}`
}

function ImportedFile({ row, isDraft }: { row: DocumentImportRow; isDraft: boolean }) {
  const { name, path, folderName, subfolder, tags, visibility, status, reason, clientFolderId } = row
  const { words, tone } = rowStatusWords(status, isDraft)
  const content = {
    title: name === '' ? path : name,
    aside: `${[folderName, subfolder].filter(Boolean).join(' / ')}${isTeamOnly({ visibility }) && status !== 'failed' ? ', team only' : ''}`,
    context: tags.length === 0 ? path : `${path} · Tags: ${tags.join(', ')}`,
    meta: status === 'failed' ? (reason ?? undefined) : undefined,
    middle: <Badge tone={tone}>{words}</Badge>,
  }
  if (clientFolderId === null) return <Row {...content} />
  return <Row {...content} to="/client-folders/$id" params={{ id: clientFolderId }} search={{ tab: 'documents' }} />
}
