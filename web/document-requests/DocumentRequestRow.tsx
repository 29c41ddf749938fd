import { Ban, CircleAlert, CircleCheck, CircleDashed, CircleDot, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { type DocumentRequestView, isLate } from '../../domain/document-request.ts'
import { Button } from '../kit/Button.tsx'
import { classes } from '../kit/classes.ts'
import { officeDay } from '../kit/dates.ts'
import { Row } from '../kit/RowList.tsx'
import { Badge } from '../kit/StatusBadge.tsx'
import { useAcceptRequest } from './actions.ts'
import { ReasonDialog } from './ReasonDialog.tsx'
import { UploadButton, UploadsOfRow, useRowUpload } from './RowUpload.tsx'
import { dueWords, statusOf } from './words.ts'

type DocumentRequestRowProps = { request: DocumentRequestView; now: Date; onOpen: () => void }

/** A row of the checklist: its status, why it was sent back, and the actions of the reader. */
export function DocumentRequestRow({ request, now, onOpen }: DocumentRequestRowProps) {
  const accept = useAcceptRequest()
  const upload = useRowUpload(request)
  const [returning, setReturning] = useState(false)
  const { title, status, description, reason, allowed, fileCount } = request
  const { words, tone } = statusOf(request, now)
  const isBack = status === 'pending' && reason !== null
  const files = fileCount === 0 ? '' : `, ${fileCount} ${fileCount === 1 ? 'file' : 'files'}`
  return (
    <>
      <Row
        id={`request-${request.id}`}
        onOpen={onOpen}
        leading={<StandingIcon request={request} now={now} />}
        title={<span className="wrap-anywhere">{title}</span>}
        aside={
          <span className="inline-flex flex-wrap gap-1.5">
            <Badge tone={tone}>{words}</Badge>
            {request.priority === 'high' && status === 'pending' && <Badge>High priority</Badge>}
          </span>
        }
        context={isBack ? <span className="text-warn">{reason}</span> : (description ?? undefined)}
        meta={
          <span className={classes(isLate(request, officeDay(now)) && 'font-semibold text-danger')}>
            {dueWords(request, now)}
            {files}
          </span>
        }
        action={
          <>
            {allowed.includes('accept') && (
              <Button size="small" pending={accept.isPending} onClick={() => accept.mutate(request)}>
                Accept<span className="sr-only"> {title}</span>
              </Button>
            )}
            {allowed.includes('return') && (
              <Button size="small" onClick={() => setReturning(true)}>
                Send back<span className="sr-only"> {title}</span>
              </Button>
            )}
            {allowed.includes('upload') && !allowed.includes('accept') && (
              <UploadButton request={request} upload={upload} />
            )}
          </>
        }
        below={upload.uploads.length > 0 || upload.notAdded !== null ? <UploadsOfRow upload={upload} /> : undefined}
      />
      {returning && <ReasonDialog request={request} move="return" onClose={() => setReturning(false)} />}
    </>
  )
}

function StandingIcon({ request, now }: { request: DocumentRequestView; now: Date }) {
  switch (request.status) {
    case 'completed':
      return <CircleCheck size={18} className="text-ok" />
    case 'submitted':
      return <CircleDot size={18} className="text-info" />
    case 'cancelled':
      return <Ban size={18} />
    case 'pending':
      if (isLate(request, officeDay(now))) return <CircleAlert size={18} className="text-danger" />
      return request.returnedAt === null ? <CircleDashed size={18} /> : <Undo2 size={18} className="text-warn" />
  }
}
