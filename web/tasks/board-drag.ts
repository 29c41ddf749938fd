// How cards are dragged on the board: with the mouse, by touch after holding the handle, and with the keyboard.
import {
  type Active,
  type Announcements,
  type CollisionDetection,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  MouseSensor,
  type Over,
  pointerWithin,
  rectIntersection,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { TaskStatus, type TaskView } from '../../domain/task.ts'
import { statusWords } from '../kit/StatusBadge.tsx'
import { dragTexts } from './words.ts'

// useDraggable is called with it in TaskCard.tsx. A card that was removed during the drag has none.
export const taskOf = ({ data }: Pick<Active, 'data'>): TaskView | undefined =>
  (data.current as { task?: TaskView } | undefined)?.task

/** The status of the column with this id. */
export const columnOf = (over: Pick<Over, 'id'> | null): TaskStatus | undefined =>
  TaskStatus.options.find((status) => status === over?.id)

const steps: Record<string, 1 | -1> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** Moves the card to the next or previous column, which is next to it, or below or above it on a phone. */
export const toNextColumn: KeyboardCoordinateGetter = (event, { currentCoordinates: { x, y }, context }) => {
  const step = steps[event.code]
  const from = columnOf(context.over) ?? (context.active === null ? undefined : taskOf(context.active)?.status)
  if (step === undefined || from === undefined) return undefined
  event.preventDefault()
  const to = TaskStatus.options[TaskStatus.options.indexOf(from) + step]
  const column = to === undefined ? undefined : context.droppableRects.get(to)
  if (column === undefined) return { x, y }
  const lowest = Math.max(column.top, column.bottom - (context.collisionRect?.height ?? 0))
  return { x: column.left, y: Math.min(Math.max(y, column.top), lowest) }
}

/** The column under the pointer; with the keyboard, the one that the card covers most. */
export const columnUnder: CollisionDetection = (drag) =>
  drag.pointerCoordinates === null ? rectIntersection(drag) : pointerWithin(drag)

const mouse = { activationConstraint: { distance: 4 } }
const touch = { activationConstraint: { delay: 200, tolerance: 8 } }
const keyboard = {
  coordinateGetter: toNextColumn,
  scrollBehavior: 'auto' as const,
  keyboardCodes: { start: ['Space', 'Enter'], cancel: ['Escape', 'Tab'], end: ['Space', 'Enter'] },
}

export const useBoardSensors = () =>
  useSensors(useSensor(MouseSensor, mouse), useSensor(TouchSensor, touch), useSensor(KeyboardSensor, keyboard))

/** What a screen reader says during a drag. The result of a drop is in the toast. */
export const announcements: Announcements = {
  onDragStart: ({ active }) => said(active, ({ title }) => dragTexts.started(title)),
  onDragOver: ({ active, over }) =>
    said(active, ({ title, status }) => {
      const column = columnOf(over)
      if (column === undefined) return dragTexts.outside(title)
      return column === status
        ? dragTexts.overOwnColumn(title, statusWords(column))
        : dragTexts.over(title, statusWords(column))
    }),
  onDragEnd: ({ active, over }) =>
    said(active, ({ title, status }) => {
      const column = columnOf(over) ?? status
      return column === status
        ? dragTexts.stays(title, statusWords(status))
        : dragTexts.dropped(title, statusWords(column))
    }),
  onDragCancel: ({ active }) => said(active, ({ title, status }) => dragTexts.stays(title, statusWords(status))),
}

function said(active: Active, words: (task: TaskView) => string): string | undefined {
  const task = taskOf(active)
  return task === undefined ? undefined : words(task)
}
