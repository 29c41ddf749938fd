import { expect, it } from 'vitest'
import { newId } from './id.ts'

it('ids are UUIDv7, none twice, in the order in which they were made', () => {
  const ids = Array.from({ length: 20_000 }, newId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toEqual(ids.toSorted())
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  const made = Number.parseInt(ids[0]!.replace('-', '').slice(0, 12), 16)
  expect(Math.abs(made - Date.now())).toBeLessThan(10_000)
})
