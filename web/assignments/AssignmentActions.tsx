import { Upload } from 'lucide-react'
import { useState } from 'react'
import type { AssignmentView } from '../../domain/assignment.ts'
import { Button } from '../kit/Button.tsx'
import { useRequestClose } from '../kit/Dialog.tsx'
import { CancelAssignmentDialog } from './CancelAssignmentDialog.tsx'
import { isStatusAction, statusActions, useAssignmentAction } from './actions.ts'

type AssignmentActionsProps = {
  assignment: AssignmentView
  onEdit: () => void
  onUpload: () => void
}

/** The actions that the reply allows. The one that finishes the assignment is the primary button. */
export function AssignmentActions({ assignment, onEdit, onUpload }: AssignmentActionsProps) {
  const [cancelling, setCancelling] = useState(false)
  const move = useAssignmentAction()
  const close = useRequestClose()
  const actions = assignment.allowed.filter(isStatusAction)
  const wantsFile = assignment.requiredAction === 'upload' && assignment.allowed.includes('complete')
  return (
    <>
      <Button onClick={close}>Close</Button>
      {assignment.allowed.includes('cancel') && (
        <Button variant="ghost" onClick={() => setCancelling(true)}>
          Cancel assignment
        </Button>
      )}
      {cancelling && <CancelAssignmentDialog assignment={assignment} onClose={() => setCancelling(false)} />}
      {assignment.allowed.includes('edit') && <Button onClick={onEdit}>Edit assignment</Button>}
      {actions.map((each) => (
        <Button
          key={each}
          variant={each === 'complete' && !wantsFile ? 'primary' : 'secondary'}
          pending={move.isPending && move.variables.move === each}
          disabled={move.isPending}
          onClick={() => move.mutate({ assignment, move: each })}
        >
          {statusActions[each].label}
        </Button>
      ))}
      {wantsFile && (
        <Button variant="primary" onClick={onUpload}>
          <Upload />
          Upload a file
        </Button>
      )}
    </>
  )
}
