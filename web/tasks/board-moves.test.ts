import { describe, expect, it } from 'vitest'
import type { TaskStatus, TaskView } from '../../domain/task.ts'
import { type Moves, withMoves } from './board-moves.ts'

const task = (id: string, dueDate: string | null = null, status: TaskStatus = 'to-do') =>
  ({ id, dueDate, status }) as TaskView
const column = (...pages: TaskView[][]) => ({
  pages: pages.map((items, index) => ({ items, next: index < pages.length - 1 ? 'next' : null })),
  pageParams: pages.map(() => null),
})
const dropped = (moved: TaskView, to: TaskStatus): Moves => new Map([[moved.id, { task: moved, to }]])
const idsIn = ({ pages }: ReturnType<typeof withMoves>) => pages.map(({ items }) => items.map(({ id }) => id))

describe('a card that was dropped on another column', () => {
  const [early, late, none] = [task('a', '2026-11-02'), task('b', '2026-11-20'), task('c')]

  it('leaves its column', () => {
    const moves = dropped(late, 'in-progress')
    expect(idsIn(withMoves(column([early, late], [none]), 'to-do', moves))).toEqual([['a'], ['c']])
  })

  it.each([
    ['before what is due later', task('m', '2026-11-10'), 'a m b | c'],
    ['after what is due the same day and was created earlier', task('m', '2026-11-20'), 'a b | m c'],
    ['last without a due date', task('m'), 'a b | c m'],
  ])('is placed %s', (_where, moved, expected) => {
    const data = column([early, late], [none])
    const pages = idsIn(withMoves(data, 'in-progress', dropped(moved, 'in-progress')))
    expect(pages.map((ids) => ids.join(' ')).join(' | ')).toBe(expected)
  })

  it('is first among the done tasks', () => {
    const done = [task('a', '2026-11-02', 'done'), task('b', null, 'done')]
    expect(idsIn(withMoves(column(done), 'done', dropped(task('m'), 'done')))).toEqual([['m', 'a', 'b']])
  })

  it('has the status of its new column, also in an empty one', () => {
    const { pages } = withMoves(column([]), 'in-progress', dropped(early, 'in-progress'))
    expect(pages).toEqual([{ items: [{ ...early, status: 'in-progress' }], next: null }])
  })

  it('is shown once if the list has it already', () => {
    const read = { ...early, status: 'in-progress' as const }
    expect(idsIn(withMoves(column([read, late]), 'in-progress', dropped(early, 'in-progress')))).toEqual([['a', 'b']])
  })

  it('changes no other column', () => {
    const data = column([late])
    expect(idsIn(withMoves(data, 'done', dropped(early, 'in-progress')))).toEqual([['b']])
    expect(withMoves(data, 'done', new Map())).toBe(data)
  })
})
