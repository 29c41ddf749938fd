import { useQuery } from '@tanstack/react-query'
import { assignmentById } from '../assignments/queries.ts'
import { Button } from '../kit/Button.tsx'

/** Says which assignment the files answer. */
export function UploadFor({ assignmentId, onNone }: { assignmentId: string; onNone: () => void }) {
  const { data: assignment } = useQuery(assignmentById(assignmentId))
  if (assignment === undefined) return null
  return (
    <div className="edge-forced mb-4 flex flex-wrap items-center justify-between gap-2 rounded-md bg-info-soft px-3.5 py-2 text-body text-info">
      <p className="min-w-0 wrap-anywhere">
        Uploading for assignment “{assignment.title}”. It’s marked done when the first file finishes.
      </p>
      <Button size="small" onClick={onNone}>
        Upload without it
      </Button>
    </div>
  )
}
