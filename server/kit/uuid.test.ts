import { expect, it } from 'vitest'
import { bytesOf, textOf, uuid5, uuid7 } from './uuid.ts'

it('version 5 is that of RFC 9562', () => {
  expect(uuid5('www.example.com', '6ba7b810-9dad-11d1-80b4-00c04fd430c8')).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2')
})

it('version 7 begins with the milliseconds, and its count stands before chance', () => {
  const chance = new Uint8Array(16).fill(0xff)
  expect(uuid7(0x017f22e279b0, 0, new Uint8Array(16))).toBe('017f22e2-79b0-7000-8000-000000000000')
  expect(uuid7(0x017f22e279b0, 0x7fff_ffff, chance)).toBe('017f22e2-79b0-77ff-bfff-ffffffffffff')
  const ids = [0, 1, 63, 64, 1 << 19, 1 << 20, 0x7fff_ffff].map((count) => uuid7(1, count, chance))
  expect(ids).toEqual(ids.toSorted())
  expect(new Set(ids).size).toBe(ids.length)
})

it('bytes and text are the same id', () => {
  const id = uuid7(Date.now(), 5, new Uint8Array(16).fill(9))
  expect(textOf(bytesOf(id))).toBe(id)
})
