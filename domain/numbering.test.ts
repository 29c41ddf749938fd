import { describe, expect, it } from 'vitest'
import { periodOf, readNumber, written } from './numbering.ts'

describe('G3: document numbers', () => {
  it.each([
    ['PROHR', '202611', 7, 'PROHR-202611-007'],
    ['PROHR', '202611', 1000, 'PROHR-202611-1000'],
    ['INV', '20261121', 7, 'INV-20261121-07'],
    ['INV', '20261121', 100, 'INV-20261121-100'],
  ] as const)('%s %s %i is written as %s, and parsed back', (series, period, count, text) => {
    expect(written({ series, period, count })).toBe(text)
    expect(readNumber(series, text)).toEqual({ series, period, count })
  })

  it.each([
    ['PROHR', 'PROHR-202613-001'],
    ['PROHR', 'PROHR-202600-001'],
    ['PROHR', 'PROHR-202611-01'],
    ['PROHR', 'PROHR-202611-000'],
    ['PROHR', 'PROHR-202611-0001'],
    ['PROHR', 'prohr-202611-001'],
    ['PROHR', 'INV-20261121-07'],
    ['INV', 'INV-20260230-01'],
    ['INV', 'INV-20261121-1'],
    ['INV', 'INV-20261121-007'],
    ['INV', ' INV-20261121-07'],
    ['INV', ''],
    ['INV', 'INV-00000101-01'],
    ['PROHR', 'PROHR-000001-001'],
  ] as const)('are refused in series %s in the form %j', (series, text) => expect(readNumber(series, text)).toBeNull())

  it('count contracts by month and invoices by day', () => {
    expect(periodOf('PROHR', '2026-11-21')).toBe('202611')
    expect(periodOf('INV', '2026-11-21')).toBe('20261121')
  })
})
