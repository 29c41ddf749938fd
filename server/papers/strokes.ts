// A drawn signature becomes a picture: a path built here from the points alone, whatever was sent.
import { extentOf, type Stroke } from '../../domain/signature.ts'

/** The pen, as a part of the drawing's larger side. */
const pen = 0.018

/**
 * An SVG and its width by its height.
 * @param strokes as `SignatureInput` takes them: at least one point, within the limits
 */
export function pictureOf(strokes: readonly Stroke[]): { svg: string; ratio: number } {
  const { left, top, width, height } = extentOf(strokes.flat())
  const thickness = rounded(Math.max(width, height, 1) * pen)
  const [across, down] = [width + 2 * thickness, height + 2 * thickness]
  const box = [left - thickness, top - thickness, across, down].map(rounded).join(' ')
  const path = strokes.map(pathOf).join('')
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}"><path d="${path}" fill="none" stroke="#0e2a36" ` +
    `stroke-width="${thickness}" stroke-linecap="round" stroke-linejoin="round"/></svg>`
  return { svg, ratio: across / down }
}

/** Curves through the middles between the points, which smooths what a mouse draws; a dot is a line to itself. */
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
