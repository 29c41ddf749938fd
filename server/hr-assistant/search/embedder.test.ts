import { expect, it } from 'vitest'
import { dimensions, likenesses, StoredVectors, vectorsOf } from './embedder.ts'

const direction = (seed: number) =>
  Float32Array.from({ length: dimensions }, (_, i) => Math.sin(seed + i * (1 + seed / 7)))

it('compares a vector with each of many, whatever their number', async () => {
  const stored = new StoredVectors()
  const texts = ['one', 'two', 'three', 'four', 'five', 'six', 'seven']
  for (const [i, text] of texts.entries()) stored.set(text, direction(i))
  const table = await vectorsOf(texts, stored, { embed: async () => [] })
  const asked = direction(4)
  const length = Math.hypot(...asked)
  const found = likenesses(
    asked.map((value) => value / length),
    table,
  )
  expect(found).toHaveLength(texts.length)
  for (const [i, likeness] of found.entries()) {
    const other = direction(i)
    const cosine =
      other.reduce((sum, value, at) => sum + value * (asked[at] as number), 0) / length / Math.hypot(...other)
    expect(likeness).toBeCloseTo(cosine, 2)
  }
  expect(found[4]).toBeCloseTo(1, 3)
})
