import { expect, it } from 'vitest'
import { gridOf, labelEvery } from './chart-scale.ts'

it.each([
  [0, 1, [0, 1]],
  [1, 1, [0, 1]],
  [3, 1, [0, 1, 2, 3]],
  [4, 1, [0, 1, 2, 3, 4]],
  [5, 1, [0, 2, 4, 6]],
  [16, 1, [0, 5, 10, 15, 20]],
  [776, 1, [0, 200, 400, 600, 800]],
  [0, 100, [0, 100]],
  [3_150_000, 100, [0, 1_000_000, 2_000_000, 3_000_000, 4_000_000]],
  [9_999_999_999, 100, [0, 5_000_000_000, 10_000_000_000]],
])('lays gridlines up to %i in steps of at least %i', (highest, least, grid) =>
  expect(gridOf(highest, least)).toEqual(grid),
)

it('never has more than four steps, and never leaves a value out', () => {
  for (let highest = 1; highest < 100_000; highest = Math.ceil(highest * 1.07)) {
    const grid = gridOf(highest)
    expect(grid.length).toBeLessThanOrEqual(5)
    expect(grid.at(-1)).toBeGreaterThanOrEqual(highest)
    expect(grid.at(-2)).toBeLessThan(highest)
  }
})

it.each([
  [60, 1],
  [23, 2],
  [17, 3],
  [0, 46],
])('a column of %i pixels has a label every %i', (width, every) => expect(labelEvery(width)).toBe(every))
