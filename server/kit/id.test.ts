import { afterEach, expect, it, vi } from 'vitest'
import { startIdsAfter, newId } from './id.ts'
import { v7 } from 'uuid'

afterEach(() => void vi.useRealTimers())

it('G6: ids are UUIDv7, unique, and in order of creation', () => {
  const ids = Array.from({ length: 20_000 }, newId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toEqual(ids.toSorted())
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  const made = Number.parseInt(ids[0]!.replace('-', '').slice(0, 12), 16)
  expect(Math.abs(made - Date.now())).toBeLessThan(10_000)
})

it('G6: ids remain in order when the clock is set back an hour, while the portal runs or between two starts', () => {
  const before = newId()
  vi.useFakeTimers({ now: Date.now() - 3_600_000 })
  expect(newId() > before).toBe(true)
  const ofTheStartBefore = v7({ msecs: Date.now() + 2 * 3_600_000, seq: 0xffff_ffff })
  startIdsAfter(ofTheStartBefore)
  expect(newId() > ofTheStartBefore).toBe(true)
})

it('G6: does not continue after an id from a distant year', () => {
  startIdsAfter(v7({ msecs: Date.now() + 366 * 86_400_000 }))
  startIdsAfter('no id')
  expect(Number.parseInt(newId().replace('-', '').slice(0, 12), 16)).toBeLessThan(Date.now() + 86_400_000)
})
