import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DocumentRequestView } from '../../domain/document-request.ts'
import { Button } from '../kit/Button.tsx'
import { Dialog, DialogCancel } from '../kit/Dialog.tsx'
import { ErrorState } from '../kit/EmptyState.tsx'
import { useNow } from '../kit/now.ts'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { Badge } from '../kit/StatusBadge.tsx'
import { DocumentRequestFacts } from './DocumentRequestFacts.tsx'
import { useAcceptRequest } from './moves.ts'
import { documentRequestById } from './queries.ts'
import { ReasonDialog, type ReasonedMove } from './ReasonDialog.tsx'
import { UploadButton, UploadsOfRow, useRowUpload } from './RowUpload.tsx'
import { dueWords, standingOf } from './words.ts'

/** One request with what came for it and what may be done with it. */
export function DocumentRequestDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(documentRequestById(id))
  const [move, setMove] = useState<ReasonedMove | null>(null)
  const request = query.data
  if (request === undefined)
    return (
      <Dialog open onOpenChange={(open) => !open && onClose()} title="Document request">
        {query.isError ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <SkeletonRows label="Loading the document request" />
        )}
      </Dialog>
    )
  if (move !== null) return <ReasonDialog request={request} move={move} onClose={() => setMove(null)} />
  return <Opened request={request} onMove={setMove} onClose={onClose} />
}

type OpenedProps = { request: DocumentRequestView; onMove: (move: ReasonedMove) => void; onClose: () => void }

function Opened({ request, onMove, onClose }: OpenedProps) {
  const now = useNow()
  const accept = useAcceptRequest()
  const upload = useRowUpload(request)
  const { title, allowed } = request
  const { words, tone } = standingOf(request, now)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      footer={
        <>
          <DialogCancel>Close</DialogCancel>
          {allowed.includes('cancel') && <Button onClick={() => onMove('cancel')}>Cancel request</Button>}
          {allowed.includes('return') && <Button onClick={() => onMove('return')}>Send back</Button>}
          {allowed.includes('upload') && <UploadButton request={request} upload={upload} size="regular" />}
          {allowed.includes('accept') && (
            <Button variant="primary" pending={accept.isPending} onClick={() => accept.mutate(request)}>
              Accept
            </Button>
          )}
        </>
      }
    >
      <div className="space-y-5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Badge tone={tone}>{words}</Badge>
          <span className="text-body text-ink-2">{dueWords(request, now)}</span>
        </div>
        <DocumentRequestFacts request={request} />
        <UploadsOfRow upload={upload} />
      </div>
    </Dialog>
  )
}
