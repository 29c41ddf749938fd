import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FolderPicker } from '../client-folders/FolderPicker.tsx'
import { Button } from '../kit/Button.tsx'
import { formatDateTime } from '../kit/dates.ts'
import { PagedList } from '../kit/PagedList.tsx'
import { Panel } from '../kit/Panel.tsx'
import { Row, RowList } from '../kit/RowList.tsx'
import { Badge } from '../kit/StatusBadge.tsx'
import { EraseDialog } from './EraseDialog.tsx'
import { erasures } from './queries.ts'

/** A dry run for a folder, and the list of past deletions. */
export function ErasePanel() {
  const query = useInfiniteQuery(erasures)
  const [folderId, setFolderId] = useState('')
  const [isOpen, setOpen] = useState(false)
  return (
    <Panel
      title="Delete client data"
      note="Review what will be deleted and what will be retained before you confirm."
      flush
    >
      <div className="flex flex-wrap items-end gap-3 border-b border-line px-4 py-4 sm:px-5">
        <FolderPicker
          label="Client folder"
          all="No folder chosen"
          className="min-w-56 flex-1"
          value={folderId}
          onChoose={(folder) => setFolderId(folder?.id ?? '')}
        />
        <Button disabled={folderId === ''} onClick={() => setOpen(true)}>
          Review deletion
        </Button>
      </div>
      <PagedList
        query={query}
        more="Show earlier deletions"
        empty={<p className="px-4 py-4 text-body text-ink-2 sm:px-5">No client data deleted yet.</p>}
      >
        {(items) => (
          <RowList label="Deletions">
            {items.map(({ id, status, includesAccount, startedByName, createdAt, finishedAt }) => (
              <Row
                key={id}
                title={includesAccount ? 'A folder and its client' : 'A folder'}
                aside={
                  <Badge tone={status === 'finished' ? 'ok' : 'info'}>
                    {status === 'finished' ? 'Deleted' : 'In progress'}
                  </Badge>
                }
                meta={[
                  `Started by ${startedByName ?? 'an administrator'}, ${formatDateTime(createdAt)}`,
                  ...(finishedAt === null ? [] : [`finished ${formatDateTime(finishedAt)}`]),
                ].join(' · ')}
              />
            ))}
          </RowList>
        )}
      </PagedList>
      {isOpen && folderId !== '' && (
        <EraseDialog
          folderId={folderId}
          onClose={() => setOpen(false)}
          onErased={() => {
            setOpen(false)
            setFolderId('')
          }}
        />
      )}
    </Panel>
  )
}
