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

/** From a folder to its dry run; below, what was erased. */
export function ErasePanel() {
  const query = useInfiniteQuery(erasures)
  const [folderId, setFolderId] = useState('')
  const [isOpen, setOpen] = useState(false)
  return (
    <Panel
      title="Erase a client"
      note="First you see what would go and what stays, and why. Only then you decide."
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
          Show what would go
        </Button>
      </div>
      <PagedList
        query={query}
        more="Show earlier erasures"
        empty={<p className="px-4 py-4 text-body text-ink-2 sm:px-5">No client was erased yet.</p>}
      >
        {(items) => (
          <RowList label="Erasures">
            {items.map(({ id, status, withPerson, begunByName, createdAt, finishedAt }) => (
              <Row
                key={id}
                title={withPerson ? 'A folder and its client' : 'A folder'}
                aside={
                  <Badge tone={status === 'finished' ? 'ok' : 'info'}>
                    {status === 'finished' ? 'Erased' : 'Under way'}
                  </Badge>
                }
                meta={[
                  `Begun by ${begunByName ?? 'an administrator'}, ${formatDateTime(createdAt)}`,
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
