// From what the pen recorded to what a signature is made of.
import type { PointGroup } from 'signature_pad'
import { boundsOf, maxCoordinate, type Stroke } from '../../domain/signature.ts'

const tenth = (value: number) => Math.round(Math.min(Math.max(value, 0), maxCoordinate) * 10) / 10

/** Points in pixels, to a tenth, none outside of the field's own corner. */
export function strokesOf(drawing: readonly PointGroup[]): Stroke[] {
  const { left, top } = boundsOf(drawing.flatMap(({ points }) => points))
  return drawing.map(({ points }) => points.map(({ x, y }) => ({ x: tenth(x - left), y: tenth(y - top) })))
}

/** A picture of it: the box and the line of an SVG. */
export function pathOf(strokes: readonly Stroke[]): { viewBox: string; path: string } {
  const { left, top, width, height } = boundsOf(strokes.flat())
  const pen = 3
  const lines = strokes.map((stroke) => {
    const [first, ...rest] = stroke.map(({ x, y }) => `${x} ${y}`)
    return `M${first}L${(rest.length > 0 ? rest : [first]).join(' ')}`
  })
  return { viewBox: `${left - pen} ${top - pen} ${width + 2 * pen} ${height + 2 * pen}`, path: lines.join('') }
}
