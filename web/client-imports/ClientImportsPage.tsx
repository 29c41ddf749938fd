import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { FileSpreadsheet, FolderArchive } from 'lucide-react'
import { useState } from 'react'
import { createClientImport } from '../../api/client-imports.ts'
import { type ClientImportView, importFields, importLimitBytes, maxImportRows } from '../../domain/client-import.ts'
import { countsInWords, statusWords } from '../imports/words.ts'
import { Button } from '../kit/Button.tsx'
import { buttonStyle } from '../kit/button-style.ts'
import { call, sentenceOf } from '../kit/call.ts'
import { formatDateTime } from '../kit/dates.ts'
import { EmptyState } from '../kit/EmptyState.tsx'
import { FileDrop } from '../kit/FileDrop.tsx'
import { FormProblem } from '../kit/FormProblem.tsx'
import { type PageLoad, prefetch } from '../kit/page-load.ts'
import { PagedList } from '../kit/PagedList.tsx'
import { PageHeader } from '../kit/PageHeader.tsx'
import { Panel } from '../kit/Panel.tsx'
import { Row, RowList } from '../kit/RowList.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { Badge } from '../kit/StatusBadge.tsx'
import { TextArea } from '../kit/TextField.tsx'
import { useHome } from '../session/names.ts'
import { clientImports } from './queries.ts'
import { texts } from './words.ts'

export const load = ({ client }: PageLoad) => prefetch(client, [clientImports])

/** Uploads or pastes a CSV file of clients. Nothing is created until its rows are checked. */
export default function ClientImportsPage() {
  const query = useInfiniteQuery(clientImports)
  const navigate = useNavigate()
  const [pasted, setPasted] = useState('')
  const upload = useMutation({
    // Sent unchanged, because the server checks the encoding.
    mutationFn: (file: File) => call(createClientImport, { query: { fileName: file.name.slice(0, 200) }, file }),
    onSuccess: ({ id }) => void navigate({ to: '/client-imports/$id', params: { id } }),
  })
  return (
    <>
      <PageHeader
        home={useHome()}
        crumbs={[{ label: 'Client folders', to: '/client-folders' }]}
        title="Import clients"
        description={texts.upload}
        backToDashboard={false}
        actions={
          <Link to="/document-imports" className={buttonStyle()}>
            <FolderArchive />
            Import documents
          </Link>
        }
      />
      <div className="space-y-6">
        <Panel>
          <FormProblem
            problem={upload.isError ? sentenceOf(upload.error, 'Couldn’t upload the file. Try again.') : null}
          />
          <FileDrop
            label="Client list"
            icon={FileSpreadsheet}
            button={upload.isPending ? 'Checking...' : 'Choose a file'}
            variant="primary"
            hint={texts.limits(importLimitBytes / 1_048_576, maxImportRows.toLocaleString('en-US'))}
            accept=".csv,text/csv"
            onFiles={([file]) => file !== undefined && !upload.isPending && upload.mutate(file)}
          >
            <span className="coarse:hidden">Drop a CSV file here, or choose one from your computer.</span>
          </FileDrop>
          <p className="mt-4 text-body text-ink-2">{texts.headings(Object.values(importFields).join(', '))}</p>
          <form
            className="mt-4 space-y-3"
            onSubmit={(event) => {
              event.preventDefault()
              upload.mutate(new File([pasted], 'Pasted list.csv', { type: 'text/csv' }))
            }}
          >
            <TextArea
              label="Or paste the list"
              rows={4}
              value={pasted}
              onChange={({ target }) => setPasted(target.value)}
            />
            <Button type="submit" disabled={pasted.trim() === ''} pending={upload.isPending} pendingLabel="Checking...">
              Check rows
            </Button>
          </form>
        </Panel>
        <Panel title="Imports" flush>
          <PagedList
            query={query}
            more="Show earlier imports"
            loading={<SkeletonRows label="Loading imports" />}
            empty={
              <EmptyState title="No imports yet">Imports will appear here when you upload or paste a list.</EmptyState>
            }
          >
            {(imports) => (
              <RowList label="Imports">
                {imports.map((each) => (
                  <ImportRow key={each.id} its={each} />
                ))}
              </RowList>
            )}
          </PagedList>
        </Panel>
      </div>
    </>
  )
}

function ImportRow({ its }: { its: ClientImportView }) {
  const { id, fileName, status, startedByName, createdAt } = its
  return (
    <Row
      to="/client-imports/$id"
      params={{ id }}
      title={fileName}
      context={countsInWords(its)}
      meta={[startedByName, formatDateTime(createdAt)].filter(Boolean).join(' · ')}
      middle={<Badge tone={statusWords[status].tone}>{statusWords[status].words}</Badge>}
    />
  )
}
