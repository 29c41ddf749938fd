import { useInfiniteQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { readFolderExportFile } from '../../api/folder-exports.ts'
import type { FolderExportView } from '../../domain/folder-export.ts'
import { ownFolders } from '../client-folders/queries.ts'
import { Button } from '../kit/Button.tsx'
import { buttonStyle } from '../kit/button-style.ts'
import { addressOf } from '../kit/call.ts'
import { formatDateTime } from '../kit/dates.ts'
import { EmptyState } from '../kit/EmptyState.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { Panel } from '../kit/Panel.tsx'
import { Row, RowList } from '../kit/RowList.tsx'
import { Badge, type Tone } from '../kit/StatusBadge.tsx'
import { ownExports, useCreateExport } from './queries.ts'
import { texts } from './words.ts'

/** The copies of folders that one asked for; a client asks for theirs here. */
export function ExportsPanel({ ofOwnFolders }: { ofOwnFolders: boolean }) {
  const query = useInfiniteQuery(ownExports)
  return (
    <Panel title="Folder exports" note={texts.page} flush className="overflow-clip">
      {ofOwnFolders && <OwnFolders />}
      <PagedList
        query={query}
        more="Show earlier exports"
        empty={
          <EmptyState title="No exports yet">
            {ofOwnFolders
              ? 'Start one above.'
              : 'Open a client folder and choose “Manage folder,” then “Export folder.”'}
          </EmptyState>
        }
      >
        {(copies) => (
          <RowList label="Your exports">
            {copies.map((copy) => (
              <CopyRow key={copy.id} copy={copy} />
            ))}
          </RowList>
        )}
      </PagedList>
    </Panel>
  )
}

function OwnFolders() {
  const query = useInfiniteQuery(ownFolders)
  const take = useCreateExport()
  const folders = query.data?.pages.flatMap((page) => page.items) ?? []
  if (folders.length === 0) return null
  return (
    <div className="flex flex-wrap gap-2 border-b border-line px-4 py-3 sm:px-5">
      {folders.map(({ id, name }) => (
        <Button
          key={id}
          className="max-w-full"
          pending={take.isPending && take.variables === id}
          pendingLabel="Starting..."
          onClick={() => take.mutate(id)}
        >
          <span className="truncate">Export folder {name}</span>
        </Button>
      ))}
    </div>
  )
}

const states: Record<FolderExportView['status'], { words: string; tone: Tone }> = {
  waiting: { words: 'Preparing', tone: 'info' },
  ready: { words: 'Ready', tone: 'ok' },
  downloaded: { words: 'Downloaded', tone: 'neutral' },
  expired: { words: 'Expired', tone: 'neutral' },
  failed: { words: 'Failed', tone: 'danger' },
}

function CopyRow({ copy }: { copy: FolderExportView }) {
  const { id, clientFolderName, status, size, fileCount, createdAt, expiresAt, allowed } = copy
  const facts = [
    `Started ${formatDateTime(createdAt)}`,
    fileCount === null ? null : `${fileCount.toLocaleString('en-US')} files`,
    size === null ? null : sizeInWords(size),
    status === 'ready' && expiresAt !== null ? `until ${formatDateTime(expiresAt)}` : null,
  ]
  return (
    <Row
      title={clientFolderName}
      aside={<Badge tone={states[status].tone}>{states[status].words}</Badge>}
      meta={facts.filter((fact) => fact !== null).join(' · ')}
      action={
        allowed.includes('download') && (
          <a
            href={addressOf(readFolderExportFile, { params: { id } })}
            download
            aria-label={`Download the export of ${clientFolderName}`}
            className={buttonStyle('secondary', 'small')}
          >
            <Download />
            Download
          </a>
        )
      }
    />
  )
}

const sizeInWords = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`
