import { describe, expect, it } from 'vitest'
import { allowedByLink, allowedForBooking, appointmentTime } from './booking.ts'
import { bookingAddress, BookingSettings, firstBooking } from './booking-settings.ts'

const now = new Date('2026-12-01T12:00:00.000Z')
const upcoming = { status: 'booked' as const, startsAt: '2026-12-01T15:00:00.000Z', clientFolderId: null }
const open = { isOpen: true, isOnTeam: true }

describe('what can be done with an appointment', () => {
  it('is nothing once it has started, was canceled, or its folder is archived', () => {
    const folder = { ...upcoming, clientFolderId: '01890000-0000-7000-8000-0000000000a1' }
    expect(allowedForBooking(folder, now, open)).toEqual(['reschedule', 'cancel'])
    expect(allowedForBooking(folder, now, { ...open, isOpen: false })).toEqual([])
    expect(allowedForBooking(folder, now, { ...open, isOnTeam: false })).toEqual(['cancel'])
    expect(allowedForBooking({ ...folder, status: 'cancelled' }, now, open)).toEqual([])
    expect(allowedForBooking(folder, new Date(folder.startsAt), open)).toEqual([])
  })

  it('is rescheduling for the visitor, and only canceling for the team', () => {
    expect(allowedForBooking(upcoming, now, open)).toEqual(['cancel'])
    expect(allowedByLink(upcoming, now)).toEqual(['reschedule', 'cancel'])
    expect(allowedByLink({ ...upcoming, status: 'cancelled' }, now)).toEqual([])
  })
})

it.each([
  ['2026-12-01T15:00:00.000Z', 'Tuesday, December 1, 2026, at 10:00 AM ET'],
  ['2026-07-01T16:30:00.000Z', 'Wednesday, July 1, 2026, at 12:30 PM ET'],
  ['2026-12-02T04:30:00.000Z', 'Tuesday, December 1, 2026, at 11:30 PM ET'],
])('the time of an appointment at %s is that of the office', (startsAt, words) =>
  expect(appointmentTime(startsAt)).toBe(words),
)

describe('the settings of booking', () => {
  it('are off at first, and valid', () => {
    expect(BookingSettings.parse(firstBooking)).toEqual(firstBooking)
    expect(bookingAddress(firstBooking)).toBe('')
  })

  it('say where visitors book', () => {
    const link = 'https://book.example.com/prohr'
    expect(bookingAddress({ ...firstBooking, mode: 'portal', link })).toBe('/book')
    expect(bookingAddress({ ...firstBooking, mode: 'link', link })).toBe(link)
    expect(BookingSettings.parse({ ...firstBooking, link: ' ' }).link).toBe(null)
  })
})
