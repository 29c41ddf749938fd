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
import { ownCopies, useTakeCopy } from './queries.ts'

/** The copies of folders that one asked for; a client asks for theirs here. */
export function CopiesPanel({ ofOwnFolders }: { ofOwnFolders: boolean }) {
  const query = useInfiniteQuery(ownCopies)
  return (
    <Panel
      title="Copies of folders"
      note="Everything in a folder that you may see, as one ZIP. Each can be downloaded once, within seven days."
      flush
      className="overflow-clip"
    >
      {ofOwnFolders && <OwnFolders />}
      <PagedList
        query={query}
        more="Show earlier copies"
        empty={
          <EmptyState title="No copies yet">
            {ofOwnFolders ? 'Ask for one above.' : 'Open a client folder and choose “Take a copy”.'}
          </EmptyState>
        }
      >
        {(copies) => (
          <RowList label="Your copies">
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
  const take = useTakeCopy()
  const folders = query.data?.pages.flatMap((page) => page.items) ?? []
  if (folders.length === 0) return null
  return (
    <div className="flex flex-wrap gap-2 border-b border-line px-4 py-3 sm:px-5">
      {folders.map(({ id, name }) => (
        <Button
          key={id}
          className="max-w-full"
          pending={take.isPending && take.variables === id}
          pendingLabel="Asking..."
          onClick={() => take.mutate(id)}
        >
          <span className="truncate">Take a copy of {name}</span>
        </Button>
      ))}
    </div>
  )
}

const states: Record<FolderExportView['status'], { words: string; tone: Tone }> = {
  waiting: { words: 'Being made', tone: 'info' },
  ready: { words: 'Ready', tone: 'ok' },
  downloaded: { words: 'Downloaded', tone: 'neutral' },
  expired: { words: 'Expired', tone: 'neutral' },
  failed: { words: 'Could not be made', tone: 'danger' },
}

function CopyRow({ copy }: { copy: FolderExportView }) {
  const { id, clientFolderName, status, size, fileCount, createdAt, expiresAt, allowed } = copy
  const facts = [
    `Asked for ${formatDateTime(createdAt)}`,
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
            aria-label={`Download the copy of ${clientFolderName}`}
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
