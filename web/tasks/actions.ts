import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeTaskChecklist, changeTaskStatus, deleteTask } from '../../api/tasks.ts'
import type { TaskStatus, TaskView } from '../../domain/task.ts'
import { call, sentenceOf } from '../kit/call.ts'
import { toast } from '../kit/toast-store.ts'

const toastTitles: Record<TaskStatus, string> = {
  'to-do': 'Task reopened',
  'in-progress': 'Task started',
  done: 'Task completed',
}

const failed = (error: unknown) =>
  toast({
    title: 'Couldn’t update the task',
    description: sentenceOf(error, 'Try again.'),
    variant: 'destructive',
  })

/** After a task changed: lists of tasks, and what the dashboard and the folder count. */
export function useTasksChanged() {
  const client = useQueryClient()
  return () =>
    client.invalidateQueries({ predicate: ({ queryKey: [noun] }) => noun === 'tasks' || noun === 'dashboard' })
}

export function useTaskStatus() {
  const changed = useTasksChanged()
  return useMutation({
    mutationFn: ({ task, to }: { task: Pick<TaskView, 'id' | 'version'>; to: TaskStatus }) =>
      call(changeTaskStatus, { params: { id: task.id }, body: { status: to }, ifMatch: task.version }),
    onSuccess: (_done, { to }) => toast.success(toastTitles[to]),
    onError: failed,
    onSettled: changed,
  })
}

/** Several items may be checked in quick succession, so the call sends the item and no version. */
export function useCheckItem(taskId: string) {
  const changed = useTasksChanged()
  return useMutation({
    mutationFn: (body: { itemId: string; isDone: boolean }) =>
      call(changeTaskChecklist, { params: { id: taskId }, body }),
    onError: failed,
    onSettled: changed,
  })
}

export function useDeleteTask(onDone: () => void) {
  const changed = useTasksChanged()
  return useMutation({
    mutationFn: (task: Pick<TaskView, 'id' | 'version'>) =>
      call(deleteTask, { params: { id: task.id }, ifMatch: task.version }),
    onSuccess: () => {
      toast.success('Task deleted')
      onDone()
    },
    onError: failed,
    onSettled: changed,
  })
}
