import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { FolderArchive } from 'lucide-react'
import { useState } from 'react'
import { createDocumentImport } from '../../api/document-imports.ts'
import type { DocumentImportView } from '../../domain/document-import.ts'
import { teamSizeLimit } from '../../domain/file-kind.ts'
import { FolderPicker } from '../client-folders/FolderPicker.tsx'
import { useSendFile } from '../documents/use-send-file.ts'
import { countsInWords, statusWords } from '../imports/words.ts'
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
import { useHome } from '../session/names.ts'
import { documentImports } from './queries.ts'
import { texts } from './words.ts'

export const load = ({ client }: PageLoad) => prefetch(client, [documentImports])

/** Uploads a ZIP of documents. Nothing is added until the administrator has checked the folder of each file. */
export default function DocumentImportsPage() {
  const query = useInfiniteQuery(documentImports)
  const navigate = useNavigate()
  const sendFile = useSendFile()
  const [clientFolderId, setFolderId] = useState('')
  const upload = useMutation({
    async mutationFn(file: File) {
      if (file.size > teamSizeLimit) throw new Error(texts.limits)
      const { documentURL, fileName } = await sendFile(file)
      return call(createDocumentImport, { body: { documentURL, fileName, clientFolderId } })
    },
    onSuccess: ({ id }) => void navigate({ to: '/document-imports/$id', params: { id } }),
  })
  return (
    <>
      <PageHeader
        home={useHome()}
        crumbs={[{ label: 'Client folders', to: '/client-folders' }]}
        title="Import documents"
        description={texts.upload}
        backToDashboard={false}
      />
      <div className="space-y-6">
        <Panel>
          <FormProblem
            problem={upload.isError ? sentenceOf(upload.error, 'Couldn’t read the ZIP. Try again.') : null}
          />
          <FolderPicker
            label="Client folder"
            none="Folders named in the ZIP"
            help={texts.byFolder}
            className="mb-5 max-w-[28rem]"
            value={clientFolderId}
            onChoose={(folder) => setFolderId(folder?.id ?? '')}
          />
          <FileDrop
            label="Documents"
            icon={FolderArchive}
            button={upload.isPending ? 'Uploading...' : 'Choose a ZIP'}
            variant="primary"
            hint={texts.limits}
            accept=".zip,application/zip"
            onFiles={([file]) => file !== undefined && !upload.isPending && upload.mutate(file)}
          >
            <span className="coarse:hidden">Drop a ZIP file here, or choose one from your computer.</span>
          </FileDrop>
          <p className="mt-4 text-body text-ink-2">{texts.byPath}</p>
          <p className="mt-2 text-body text-ink-2">{texts.byManifest}</p>
        </Panel>
        <Panel title="Imports" flush>
          <PagedList
            query={query}
            more="Show earlier imports"
            loading={<SkeletonRows label="Loading imports" />}
            empty={<EmptyState title="No imports yet">{texts.empty}</EmptyState>}
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

function ImportRow({ its }: { its: DocumentImportView }) {
  const { id, fileName, status, clientFolderName, startedByName, createdAt } = its
  return (
    <Row
      to="/document-imports/$id"
      params={{ id }}
      title={fileName}
      context={countsInWords(its)}
      meta={[clientFolderName, startedByName, formatDateTime(createdAt)].filter(Boolean).join(' · ')}
      middle={<Badge tone={statusWords[status].tone}>{statusWords[status].words}</Badge>}
    />
  )
}
