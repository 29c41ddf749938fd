import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeAssignmentStatus } from '../../api/assignments.ts'
import type { AssignmentStatus, AssignmentView } from '../../domain/assignment.ts'
import { call, sentenceOf } from '../kit/call.ts'
import { toast } from '../kit/toast-store.ts'

export type StatusAction = Exclude<AssignmentView['allowed'][number], 'edit' | 'cancel' | 'comment'>

/** What each move is called and where it leads. */
export const statusActions: Record<StatusAction, { label: string; to: AssignmentStatus }> = {
  start: { label: 'Start', to: 'in-progress' },
  complete: { label: 'Mark as done', to: 'completed' },
  reopen: { label: 'Reopen', to: 'in-progress' },
}

export const isStatusAction = (move: string): move is StatusAction => move in statusActions

/** Changes an assignment's status. After a conflict it is reloaded, and the toast explains it. */
export function useAssignmentAction() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ assignment, move }: { assignment: AssignmentView; move: StatusAction }) =>
      call(changeAssignmentStatus, {
        params: { id: assignment.id },
        body: { status: statusActions[move].to, reason: null },
        ifMatch: assignment.version,
      }),
    onSuccess: () => toast.success('Assignment updated successfully'),
    onError: (error) =>
      toast({
        title: 'Failed to update assignment',
        description: sentenceOf(error, 'Try again.'),
        variant: 'destructive',
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ['assignments'] }),
  })
}
