import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeAssignmentStatus } from '../../api/assignments.ts'
import type { AssignmentStatus, AssignmentView } from '../../domain/assignment.ts'
import { call, sentenceOf } from '../kit/call.ts'
import { toast } from '../kit/toast-store.ts'

export type StatusMove = Exclude<AssignmentView['allowed'][number], 'edit'>

/** What each move is called and where it leads. */
export const statusMoves: Record<StatusMove, { label: string; to: AssignmentStatus }> = {
  start: { label: 'Start', to: 'in-progress' },
  complete: { label: 'Mark as done', to: 'completed' },
  reopen: { label: 'Reopen', to: 'in-progress' },
}

export const isStatusMove = (move: string): move is StatusMove => move in statusMoves

/** Moves an assignment on. Should somebody have been faster, it is read again and the toast says so. */
export function useMoveAssignment() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ assignment, move }: { assignment: AssignmentView; move: StatusMove }) =>
      call(changeAssignmentStatus, {
        params: { id: assignment.id },
        body: { status: statusMoves[move].to },
        ifMatch: assignment.version,
      }),
    onSuccess: () => toast.success('Assignment updated successfully'),
    onError: (error) =>
      toast({
        title: 'Failed to update assignment',
        description: sentenceOf(error, 'Please try again.'),
        variant: 'destructive',
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ['assignments'] }),
  })
}
