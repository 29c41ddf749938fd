import { Upload } from 'lucide-react'
import type { AssignmentView } from '../../domain/assignment.ts'
import { Button } from '../kit/Button.tsx'
import { useRequestClose } from '../kit/Dialog.tsx'
import { isStatusMove, statusMoves, useMoveAssignment } from './moves.ts'

type AssignmentActionsProps = {
  assignment: AssignmentView
  onEdit: () => void
  onUpload: () => void
}

/** What the reader may do with an assignment: the answer says so. The step that finishes it is the primary one. */
export function AssignmentActions({ assignment, onEdit, onUpload }: AssignmentActionsProps) {
  const move = useMoveAssignment()
  const close = useRequestClose()
  const moves = assignment.allowed.filter(isStatusMove)
  const wantsFile = assignment.wants === 'upload' && assignment.allowed.includes('complete')
  return (
    <>
      <Button onClick={close}>Close</Button>
      {assignment.allowed.includes('edit') && <Button onClick={onEdit}>Edit assignment</Button>}
      {moves.map((each) => (
        <Button
          key={each}
          variant={each === 'complete' && !wantsFile ? 'primary' : 'secondary'}
          pending={move.isPending && move.variables.move === each}
          disabled={move.isPending}
          onClick={() => move.mutate({ assignment, move: each })}
        >
          {statusMoves[each].label}
        </Button>
      ))}
      {wantsFile && (
        <Button variant="primary" onClick={onUpload}>
          <Upload />
          Upload a file for it
        </Button>
      )}
    </>
  )
}
