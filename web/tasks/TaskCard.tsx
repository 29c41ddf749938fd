import { useDraggable } from '@dnd-kit/core'
import { ArrowRight, GripVertical } from 'lucide-react'
import type { TaskView } from '../../domain/task.ts'
import { Button } from '../kit/Button.tsx'
import { classes } from '../kit/classes.ts'
import { IconButton } from '../kit/IconButton.tsx'
import { useNow } from '../kit/now.ts'
import { Name } from '../kit/PersonName.tsx'
import { PanelLink } from '../side-panels/PanelLink.tsx'
import { useTaskStatus } from './actions.ts'
import { TaskButton } from './TaskButton.tsx'
import { assigneeOf, dueWords, isLate, progressOf } from './words.ts'

type TaskCardProps = {
  task: TaskView
  /** It was dropped, and the server has not answered yet. */
  isMoving: boolean
}

export const handleIdOf = ({ id }: Pick<TaskView, 'id'>) => `move-${id}`

/** A task on the board. Its handle drags it to another column; its buttons change the status as well. */
export function TaskCard({ task, isMoving }: TaskCardProps) {
  const now = useNow()
  const change = useTaskStatus()
  const progress = progressOf(task)
  const mayMove = task.allowed.includes('change-status')
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, isDragging } = useDraggable({
    id: task.id,
    data: { task },
    disabled: !mayMove || isMoving,
  })
  return (
    <li
      ref={setNodeRef}
      className={classes('relative px-4 py-3 transition-colors hover:bg-hover', isDragging && 'opacity-50')}
    >
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <PanelLink
            item={{ noun: 'tasks', id: task.id }}
            className="stretched-link min-h-0! text-body font-semibold wrap-anywhere text-ink underline-offset-2 hover:underline"
          >
            <span dir="auto" className="own-direction">
              {task.title}
            </span>
          </PanelLink>
          <p className="text-meta wrap-anywhere text-ink-2">{task.clientFolderName ?? 'Internal'}</p>
        </div>
        {mayMove && (
          <IconButton
            {...attributes}
            {...listeners}
            ref={setActivatorNodeRef}
            id={handleIdOf(task)}
            label={`Move “${task.title}”`}
            className="relative z-1 -mt-2 -mr-2 cursor-grab touch-manipulation select-none print:hidden"
          >
            <GripVertical />
          </IconButton>
        )}
      </div>
      <p className="tabular mt-0.5 flex flex-wrap gap-x-2 text-meta text-ink-3">
        <span className={classes(isLate(task, now) && 'font-semibold text-danger')}>{dueWords(task, now)}</span>
        <Name>{assigneeOf(task)}</Name>
        {progress !== '' && <span>{progress}</span>}
      </p>
      {/* Until the server has answered, the version is that of the earlier status. */}
      <div className="relative z-1 mt-2 flex flex-wrap gap-2" inert={isMoving}>
        {task.status === 'to-do' && mayMove && (
          <Button size="small" pending={change.isPending} onClick={() => change.mutate({ task, to: 'in-progress' })}>
            <ArrowRight />
            Start<span className="sr-only">: {task.title}</span>
          </Button>
        )}
        <TaskButton task={task} />
      </div>
    </li>
  )
}

/** The card under the pointer while it is dragged. */
export const DraggedCard = ({ task }: { task: TaskView }) => (
  <div
    aria-hidden="true"
    className="h-full cursor-grabbing overflow-hidden rounded-md border border-line-strong bg-surface px-4 py-3 shadow-lift"
  >
    <p dir="auto" className="text-body font-semibold wrap-anywhere own-direction text-ink">
      {task.title}
    </p>
    <p className="text-meta wrap-anywhere text-ink-2">{task.clientFolderName ?? 'Internal'}</p>
  </div>
)
