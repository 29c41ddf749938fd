import type { PointGroup } from 'signature_pad'
import { expect, it } from 'vitest'
import { maxCoordinate } from '../../domain/signature.ts'
import { pathOf, strokesOf } from './drawing.ts'

/** As the pen gives it: points, and how it drew them. */
const drawn = (points: { x: number; y: number }[]) =>
  ({ points: points.map((point) => ({ ...point, pressure: 0.5, time: 1 })), penColor: 'black' }) as PointGroup

it('a drawing is stored as points from its own corner, to a tenth of a pixel', () => {
  const strokes = strokesOf([
    drawn([
      { x: -3, y: 20 },
      { x: 7.26, y: 10 },
    ]),
    drawn([{ x: 1, y: 15.04 }]),
  ])
  expect(strokes).toEqual([
    [
      { x: 0, y: 10 },
      { x: 10.3, y: 0 },
    ],
    [{ x: 4, y: 5 }],
  ])
})

it('points beyond the limit are clamped to it', () => {
  const [stroke] = strokesOf([
    drawn([
      { x: 0, y: 0 },
      { x: 1e9, y: 1 },
    ]),
  ])
  expect(stroke?.[1]).toEqual({ x: maxCoordinate, y: 1 })
})

it('the picture shows each stroke, even a dot, within a margin', () => {
  const line = [
    { x: 0, y: 10 },
    { x: 20, y: 0 },
  ]
  expect(pathOf([line, [{ x: 5, y: 5 }]])).toEqual({ viewBox: '-3 -3 26 16', path: 'M0 10L20 0M5 5L5 5' })
})
