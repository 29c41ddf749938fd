import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorState } from '../kit/EmptyState.tsx'
import { SidePanel } from '../kit/SidePanel.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { AssignmentActions } from './AssignmentActions.tsx'
import { AssignmentDetails } from './AssignmentDetails.tsx'
import { EditAssignmentDialog } from './EditAssignmentDialog.tsx'
import { assignmentById } from './queries.ts'

type AssignmentDialogProps = {
  id: string
  onClose: () => void
  /** Leads to where a file is uploaded for it. */
  onUpload: (id: string) => void
}

/** One assignment with its history and what may be done with it. */
export function AssignmentDialog({ id, onClose, onUpload }: AssignmentDialogProps) {
  const query = useQuery(assignmentById(id))
  const [editing, setEditing] = useState(false)
  const assignment = query.data
  if (assignment !== undefined && editing)
    return <EditAssignmentDialog assignment={assignment} onClose={() => setEditing(false)} />
  return (
    <SidePanel
      onClose={onClose}
      title={assignment?.title ?? 'Assignment'}
      footer={
        assignment && (
          <AssignmentActions
            assignment={assignment}
            onEdit={() => setEditing(true)}
            onUpload={() => onUpload(assignment.id)}
          />
        )
      }
    >
      {assignment ? (
        <AssignmentDetails assignment={assignment} />
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonRows label="Loading the assignment" />
      )}
    </SidePanel>
  )
}
