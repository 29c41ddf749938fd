import type { InfiniteData } from '@tanstack/react-query'
import type { TaskStatus, TaskView } from '../../domain/task.ts'
import type { Page } from '../kit/call.ts'

/** A card that was dropped on a column. */
export interface Move {
  task: TaskView
  to: TaskStatus
}

/** By the id of the task. */
export type Moves = ReadonlyMap<string, Move>

type Pages = InfiniteData<Page<TaskView>, string | null>

/** The pages of a column with the cards that were dropped on it, and without those that left it. */
export function withMoves(data: Pages, status: TaskStatus, moves: Moves): Pages {
  if (moves.size === 0) return data
  const others = data.pages.map((page) => ({ ...page, items: page.items.filter(({ id }) => !moves.has(id)) }))
  const arriving = [...moves.values()].filter(({ to }) => to === status)
  return { ...data, pages: arriving.reduce((pages, { task }) => insert(pages, { ...task, status }), others) }
}

function insert(pages: Page<TaskView>[], task: TaskView): Page<TaskView>[] {
  const found = pages.findIndex(({ items }) => items.some((other) => isBefore(task, other)))
  const into = found === -1 ? pages.length - 1 : found
  return pages.map((page, index) => (index === into ? { ...page, items: insertInto(page.items, task) } : page))
}

function insertInto(items: TaskView[], task: TaskView): TaskView[] {
  const at = items.findIndex((other) => isBefore(task, other))
  return items.toSpliced(at === -1 ? items.length : at, 0, task)
}

/** The order of the server: the latest done task first, otherwise by due date, without one last. */
const isBefore = (task: TaskView, other: TaskView) => task.status === 'done' || placeOf(task) < placeOf(other)

const placeOf = ({ dueDate, id }: TaskView) => `${dueDate ?? 'none'} ${id}`
