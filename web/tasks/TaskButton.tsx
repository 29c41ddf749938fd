import { Check, RotateCcw } from 'lucide-react'
import type { TaskView } from '../../domain/task.ts'
import { Button } from '../kit/Button.tsx'
import type { ButtonVariant } from '../kit/button-style.ts'
import { useTaskStatus } from './actions.ts'

type TaskButtonProps = { task: TaskView; variant?: ButtonVariant; size?: 'small' | 'regular' }

/** The main button of a task: completes or reopens it. */
export function TaskButton({ task, variant = 'secondary', size = 'small' }: TaskButtonProps) {
  const change = useTaskStatus()
  if (!task.allowed.includes('change-status')) return null
  const isDone = task.status === 'done'
  return (
    <Button
      variant={variant}
      size={size}
      pending={change.isPending}
      onClick={() => change.mutate({ task, to: isDone ? 'to-do' : 'done' })}
    >
      {isDone ? <RotateCcw /> : <Check />}
      {isDone ? 'Reopen' : 'Done'}
      <span className="sr-only">: {task.title}</span>
    </Button>
  )
}
