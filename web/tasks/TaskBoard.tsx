import { DndContext, type DragEndEvent, DragOverlay, useDroppable } from '@dnd-kit/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { TaskStatus, type TaskView } from '../../domain/task.ts'
import { classes } from '../kit/classes.ts'
import { EmptyLine } from '../kit/EmptyState.tsx'
import { countOf, PagedList } from '../kit/PagedList.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { statusWords } from '../kit/StatusBadge.tsx'
import { announcements, columnOf, columnUnder, taskOf, useBoardSensors } from './board-drag.ts'
import { type Moves, withMoves } from './board-moves.ts'
import { type TaskFilter, tasksFound } from './queries.ts'
import { DraggedCard, handleIdOf, TaskCard } from './TaskCard.tsx'
import { useMoves } from './use-moves.ts'
import { dragTexts } from './words.ts'

const accessibility = {
  announcements,
  screenReaderInstructions: { draggable: dragTexts.instructions },
  restoreFocus: false,
}

/** The tasks by status, one column each; on a phone, the columns are stacked. Cards can be dragged between them. */
export function TaskBoard({ filter }: { filter: TaskFilter }) {
  const [dragged, setDragged] = useState<TaskView | null>(null)
  const sensors = useBoardSensors()
  const { moves, move } = useMoves()
  const focused = useRef<TaskView | null>(null)
  // A card in another column is another element, so the handle that was used with the keyboard is focused again.
  useEffect(() => {
    if (focused.current !== null && document.activeElement === document.body)
      document.getElementById(handleIdOf(focused.current))?.focus()
  }, [moves])
  function drop({ active, over, activatorEvent }: DragEndEvent) {
    setDragged(null)
    const task = taskOf(active)
    const to = columnOf(over)
    if (task === undefined || to === undefined || to === task.status) return
    focused.current = activatorEvent instanceof KeyboardEvent ? task : null
    move(task, to)
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={columnUnder}
      accessibility={accessibility}
      onDragStart={({ active }) => setDragged(taskOf(active) ?? null)}
      onDragEnd={drop}
      onDragCancel={() => setDragged(null)}
    >
      <div className="grid grid-cols-1 divide-line max-lg:divide-y lg:grid-cols-3 lg:divide-x">
        {TaskStatus.options.map((status) => (
          <Column key={status} status={status} filter={filter} moves={moves} />
        ))}
      </div>
      <DragOverlay dropAnimation={null} transition="none">
        {dragged !== null && <DraggedCard task={dragged} />}
      </DragOverlay>
    </DndContext>
  )
}

function Column({ status, filter, moves }: { status: TaskStatus; filter: TaskFilter; moves: Moves }) {
  const { setNodeRef, isOver } = useDroppable({ id: status })
  const query = useInfiniteQuery({
    ...tasksFound({ ...filter, status, order: status === 'done' ? 'completed' : 'due' }, status === 'done' ? 10 : 30),
    select: (data) => withMoves(data, status, moves),
  })
  const count = countOf(query)
  const title = statusWords(status)
  return (
    <section
      ref={setNodeRef}
      aria-label={title}
      className={classes('min-w-0 transition-colors', isOver && 'bg-info-soft')}
    >
      <h2 className="flex items-baseline justify-between bg-mist px-4 py-2 text-meta font-semibold text-ink-2">
        {title}
        {count !== undefined && <span className="tabular font-normal">{count}</span>}
      </h2>
      <PagedList
        query={query}
        more="Show more tasks"
        loading={<SkeletonRows rows={3} label={`Loading tasks: ${title}`} />}
        empty={<EmptyLine title="No tasks">{null}</EmptyLine>}
      >
        {(tasks) => (
          <ul aria-label={title} className="divide-y divide-line">
            {tasks.map((task) => (
              <TaskCard key={task.id} task={task} isMoving={moves.has(task.id)} />
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  )
}
