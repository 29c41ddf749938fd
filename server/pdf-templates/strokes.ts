// Renders a drawn signature as an SVG path from its points alone, whatever else was sent.
import { boundsOf, type Stroke } from '../../domain/signature.ts'

/** Pen width relative to the drawing's larger side. */
const pen = 0.018

/**
 * An SVG, and its aspect ratio (width / height).
 * @param strokes as `SignatureInput` accepts them: at least one point, within the limits
 */
export function pictureOf(strokes: readonly Stroke[]): { svg: string; ratio: number } {
  const { left, top, width, height } = boundsOf(strokes.flat())
  const thickness = rounded(Math.max(width, height, 1) * pen)
  const [across, down] = [width + 2 * thickness, height + 2 * thickness]
  const box = [left - thickness, top - thickness, across, down].map(rounded).join(' ')
  const path = strokes.map(pathOf).join('')
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}"><path d="${path}" fill="none" stroke="#0e2a36" ` +
    `stroke-width="${thickness}" stroke-linecap="round" stroke-linejoin="round"/></svg>`
  return { svg, ratio: across / down }
}

/** Curves through the midpoints between points, which smooths mouse drawings; a dot is a line to itself. */
function pathOf(stroke: Stroke): string {
  const points = stroke.map(({ x, y }) => ({ x: rounded(x), y: rounded(y) }))
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return ''
  const curves = points.slice(1, -1).map((point, index) => {
    const after = points[index + 2] ?? last
    return `Q${point.x} ${point.y} ${rounded((point.x + after.x) / 2)} ${rounded((point.y + after.y) / 2)}`
  })
  return `M${first.x} ${first.y}${curves.join('')}L${last.x} ${last.y}`
}

const rounded = (value: number) => Math.round(value * 100) / 100
