import { expect, it } from 'vitest'
import { type LineColumns, totalOfLines } from './lines.ts'

interface Line {
  what: string
  hours: number | null
  rate: number
}

const columns: LineColumns<Line> = {
  description: { key: 'what', label: 'What' },
  quantity: { key: 'hours', label: 'Hours' },
  rate: { key: 'rate', label: 'Rate' },
}
const line = (hours: number | null, rate: number): Line => ({ what: '', hours, rate })

it('adds up the rounded totals of the lines', () => {
  expect(totalOfLines([line(1.25, 12_550), line(0.33, 100)], columns)).toBe(15_688 + 33)
})

it('takes discount lines off the total', () => {
  expect(totalOfLines([line(1, 1_000), line(1, -100)], columns)).toBe(900)
})

it.each([line(null, 100), line(-1, 100), line(1, 0.5), line(Number.NaN, 100), line(1, 1e300), line(1e300, 1)])(
  'leaves %o out of the total',
  (odd) => {
    expect(totalOfLines([odd, line(1, 100)], columns)).toBe(100)
  },
)
