import { describe, expect, it } from 'vitest'
import type { BookingView } from '../../domain/booking.ts'
import { dayWords, otherSide, spanWords } from './words.ts'

const booking = {
  clientFolderName: 'Potomac Millwork',
  consultantName: 'Tess Rivers',
  name: 'Ann Booker',
  startsAt: '2026-12-01T15:00:00.000Z',
  endsAt: '2026-12-01T15:30:00.000Z',
} as BookingView

describe('an appointment in words', () => {
  it('has its day and its time in the office', () => {
    expect(dayWords('2026-12-01')).toBe('Tuesday, December 1')
    expect(spanWords(booking)).toBe('10:00 AM to 10:30 AM ET')
  })

  it('is named after the other side', () => {
    expect(otherSide(booking, true)).toBe('Potomac Millwork')
    expect(otherSide({ ...booking, clientFolderName: null }, true)).toBe('Ann Booker')
    expect(otherSide(booking, false)).toBe('Tess Rivers')
  })
})
