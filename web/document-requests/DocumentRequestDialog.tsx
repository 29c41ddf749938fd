import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DocumentRequestView } from '../../domain/document-request.ts'
import { Button } from '../kit/Button.tsx'
import { DialogCancel } from '../kit/Dialog.tsx'
import { ErrorState } from '../kit/EmptyState.tsx'
import { useNow } from '../kit/now.ts'
import { SidePanel } from '../kit/SidePanel.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { Badge } from '../kit/StatusBadge.tsx'
import { DocumentRequestFacts } from './DocumentRequestFacts.tsx'
import { useAcceptRequest } from './actions.ts'
import { documentRequestById } from './queries.ts'
import { ReasonDialog, type ReasonedAction } from './ReasonDialog.tsx'
import { UploadButton, UploadsOfRow, useRowUpload } from './RowUpload.tsx'
import { dueWords, statusOf } from './words.ts'

/** One request with what came for it and what may be done with it. */
export function DocumentRequestDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(documentRequestById(id))
  const [move, setAction] = useState<ReasonedAction | null>(null)
  const accept = useAcceptRequest()
  const request = query.data
  const upload = useRowUpload(request ?? { id, clientFolderId: '' })
  if (request !== undefined && move !== null)
    return <ReasonDialog request={request} move={move} onClose={() => setAction(null)} />
  const can = (action: DocumentRequestView['allowed'][number]) => request?.allowed.includes(action) === true
  // One panel from loading to loaded: a second one would hand the focus back to the list.
  return (
    <SidePanel
      onClose={onClose}
      title={request?.title ?? 'Document request'}
      footer={
        request && (
          <>
            <DialogCancel>Close</DialogCancel>
            {can('cancel') && <Button onClick={() => setAction('cancel')}>Cancel request</Button>}
            {can('return') && <Button onClick={() => setAction('return')}>Send back</Button>}
            {can('upload') && <UploadButton request={request} upload={upload} size="regular" />}
            {can('accept') && (
              <Button variant="primary" pending={accept.isPending} onClick={() => accept.mutate(request)}>
                Accept
              </Button>
            )}
          </>
        )
      }
    >
      {request ? (
        <RequestContent request={request} upload={upload} />
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonRows label="Loading the document request" />
      )}
    </SidePanel>
  )
}

function RequestContent({
  request,
  upload,
}: {
  request: DocumentRequestView
  upload: ReturnType<typeof useRowUpload>
}) {
  const now = useNow()
  const { words, tone } = statusOf(request, now)
  return (
    <div className="space-y-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Badge tone={tone}>{words}</Badge>
        <span className="text-body text-ink-2">{dueWords(request, now)}</span>
      </div>
      <DocumentRequestFacts request={request} />
      <UploadsOfRow upload={upload} />
    </div>
  )
}
