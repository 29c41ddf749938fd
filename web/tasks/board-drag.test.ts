import type { Active, Over } from '@dnd-kit/core'
import { describe, expect, it } from 'vitest'
import type { TaskStatus } from '../../domain/task.ts'
import { announcements, toNextColumn } from './board-drag.ts'

const active = { data: { current: { task: { title: 'Call', status: 'to-do' } } } } as unknown as Active
const removed = { data: { current: {} } } as unknown as Active
const over = (id: string) => ({ id }) as Over

describe('a screen reader says', () => {
  it('which card is over which column', () => {
    expect(announcements.onDragStart({ active })).toBe('“Call” is being moved.')
    expect(announcements.onDragOver({ active, over: over('to-do') })).toBe('“Call” is over To do, its current column.')
    expect(announcements.onDragOver({ active, over: over('in-progress') })).toBe('“Call” is over In progress.')
    expect(announcements.onDragOver({ active, over: null })).toBe('“Call” isn’t over a column.')
  })

  it('where the card was dropped', () => {
    expect(announcements.onDragEnd({ active, over: over('done') })).toBe('“Call” was dropped on Done.')
    expect(announcements.onDragEnd({ active, over: over('to-do') })).toBe('“Call” stays in To do.')
    expect(announcements.onDragEnd({ active, over: null })).toBe('“Call” stays in To do.')
    expect(announcements.onDragCancel({ active, over: over('done') })).toBe('“Call” stays in To do.')
  })

  it('nothing about a card that was removed during the drag', () => {
    expect(announcements.onDragOver({ active: removed, over: over('done') })).toBeUndefined()
    expect(announcements.onDragEnd({ active: removed, over: over('done') })).toBeUndefined()
  })
})

const rectOf = (left: number, top: number, height: number) => ({
  left,
  top,
  height,
  width: 300,
  right: left + 300,
  bottom: top + height,
})
const sideBySide = new Map([
  ['to-do', rectOf(0, 100, 600)],
  ['in-progress', rectOf(300, 100, 600)],
  ['done', rectOf(600, 100, 600)],
])
const stacked = new Map([
  ['to-do', rectOf(0, 100, 200)],
  ['in-progress', rectOf(0, 300, 60)],
  ['done', rectOf(0, 360, 400)],
])

function press(code: string, from: TaskStatus | null, droppableRects: typeof stacked, [x, y]: [number, number]) {
  let isPrevented = false
  const event = { code, preventDefault: () => (isPrevented = true) } as unknown as KeyboardEvent
  const context = {
    active,
    over: from === null ? null : over(from),
    droppableRects,
    collisionRect: rectOf(x, y, 120),
  }
  const drag = { active: 'a', currentCoordinates: { x, y }, context } as unknown as Parameters<typeof toNextColumn>[1]
  const to = toNextColumn(event, drag)
  return to === undefined ? undefined : { ...to, isPrevented }
}

describe('the arrow keys move a card', () => {
  it.each([
    ['to the next column', 'ArrowRight', 'to-do', sideBySide, [0, 400], { x: 300, y: 400 }],
    ['to the previous column', 'ArrowLeft', 'done', sideBySide, [600, 400], { x: 300, y: 400 }],
    ['to the column below', 'ArrowDown', 'to-do', stacked, [0, 100], { x: 0, y: 300 }],
    ['to the column above', 'ArrowUp', 'in-progress', stacked, [0, 300], { x: 0, y: 180 }],
    ['nowhere after the last column', 'ArrowRight', 'done', sideBySide, [600, 400], { x: 600, y: 400 }],
    ['nowhere before the first column', 'ArrowUp', 'to-do', stacked, [0, 100], { x: 0, y: 100 }],
    ['from its own column if it is over none', 'ArrowRight', null, sideBySide, [0, 400], { x: 300, y: 400 }],
  ] as const)('%s', (_where, code, from, rects, [x, y], expected) => {
    expect(press(code, from, rects, [x, y])).toEqual({ ...expected, isPrevented: true })
  })

  it('and other keys don’t', () => {
    expect(press('KeyA', 'to-do', sideBySide, [0, 400])).toBeUndefined()
  })
})
