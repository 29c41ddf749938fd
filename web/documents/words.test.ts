import { expect, it } from 'vitest'
import { originInList, originInPanel } from './words.ts'

const document = {
  createdAt: '2025-11-22T15:00:00Z',
  fileSize: 52_428,
  uploadedById: 'ann',
  uploadedByName: 'Ann Keller',
  scan: 'clean',
} as const

it('a document says who added it and when', () => {
  expect(originInList(document, 'ann')).toMatch(/^Added Nov 22, 2025 by you, 51 KB$/)
  expect(originInList(document, 'sam')).toContain('by Ann Keller')
  expect(originInPanel({ ...document, uploadedByName: null })).toMatch(/^51 KB, added Nov 22, 2025/)
})

it('a document that no scanner checked says so in its panel', () => {
  expect(originInPanel({ ...document, scan: 'not-scanned' })).toMatch(/\. Not scanned for viruses$/)
  for (const scan of ['clean', 'waiting', 'infected'] as const)
    expect(originInPanel({ ...document, scan })).not.toContain('scanned')
})
