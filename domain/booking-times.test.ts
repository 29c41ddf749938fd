import { describe, expect, it } from 'vitest'
import { firstBooking } from './booking-settings.ts'
import {
  type BookablePerson,
  type BookingTerms,
  BookingTime,
  consultantFor,
  freeDays,
  timesOn,
} from './booking-times.ts'
import { DomainError } from './errors.ts'
import type { WeekHours } from './office-hours.ts'
import { officeInstant } from './time.ts'

const nineToNoon = { opens: '09:00', closes: '12:00' }
const weekdaysOnly: WeekHours = [...Array.from({ length: 5 }, () => nineToNoon), null, null]

const terms = (more: Partial<BookingTerms['booking']> = {}, hours: Partial<BookingTerms['officeHours']> = {}) => ({
  booking: { ...firstBooking, mode: 'portal' as const, minutes: 60, leadHours: 0, daysAhead: 30, ...more },
  officeHours: { days: weekdaysOnly, holidays: [], ...hours },
})

const sam: BookablePerson = { id: '01890000-0000-7000-8000-000000000003', name: 'Sam', days: null, booked: [] }
const sue: BookablePerson = { ...sam, id: '01890000-0000-7000-8000-000000000004', name: 'Sue' }
const bookedAt = (startsAt: string, endsAt: string) => [{ id: sam.id, startsAt, endsAt }]

/** A Monday in winter, 7:00 AM in the office. */
const now = new Date('2026-12-07T12:00:00.000Z')
const monday = '2026-12-07'
/** @param hour from 8 on */
const at = (hour: number, day = monday) => `${day}T${hour + 5}:00:00.000Z`

const codeOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    return error instanceof DomainError ? error.code : error
  }
  return null
}

describe('the free times of a day', () => {
  it('fill the office hours with appointments of one length', () => {
    expect(timesOn(monday, sam, terms(), now)).toEqual([at(9), at(10), at(11)])
    expect(timesOn(monday, sam, terms({ minutes: 50 }), now)).toEqual([
      '2026-12-07T14:00:00.000Z',
      '2026-12-07T14:50:00.000Z',
      '2026-12-07T15:40:00.000Z',
    ])
    expect(timesOn(monday, sam, terms({ minutes: 120 }), now)).toEqual([at(9)])
  })

  it('are within a person’s own hours and those of the office', () => {
    const days: WeekHours = [{ opens: '10:00', closes: '20:00' }, null, nineToNoon, null, null, nineToNoon, null]
    const own = { ...sam, days }
    expect(timesOn(monday, own, terms(), now)).toEqual([at(10), at(11)])
    expect(timesOn('2026-12-08', own, terms(), now)).toEqual([])
    expect(timesOn('2026-12-12', own, terms(), now), 'the office is closed on Saturday').toEqual([])
  })

  it('leave out holidays, the past, the lead time, and what is further ahead', () => {
    const holidays = [{ date: '2026-12-08', name: 'Inventory' }]
    expect(timesOn('2026-12-08', sam, terms({}, { holidays }), now)).toEqual([])
    expect(timesOn('2026-12-04', sam, terms(), now)).toEqual([])
    expect(timesOn(monday, sam, terms(), new Date(at(10)))).toEqual([at(10), at(11)])
    expect(timesOn(monday, sam, terms({ leadHours: 3 }), now)).toEqual([at(10), at(11)])
    expect(timesOn('2026-12-14', sam, terms({ daysAhead: 7 }), now)).toHaveLength(3)
    expect(timesOn('2026-12-15', sam, terms({ daysAhead: 7 }), now)).toEqual([])
  })

  it('leave out times that overlap an appointment, but not times right before or after it', () => {
    expect(timesOn(monday, { ...sam, booked: bookedAt(at(10), at(11)) }, terms(), now)).toEqual([at(9), at(11)])
    const halfPast = bookedAt('2026-12-07T14:30:00.000Z', '2026-12-07T15:30:00.000Z')
    expect(timesOn(monday, { ...sam, booked: halfPast }, terms(), now)).toEqual([at(11)])
  })

  it('follow daylight saving time', () => {
    const days: WeekHours = Array.from({ length: 7 }, () => ({ opens: '00:00', closes: '04:00' }))
    const allWeek = terms({}, { days })
    const before = (date: string) => new Date(Date.parse(`${date}T00:00:00Z`) - 86_400_000)
    // On March 14, 2027, 2:00 AM is followed by 3:00 AM; on November 7, 1:00 AM is there twice.
    expect(timesOn('2027-03-14', sam, allWeek, before('2027-03-14'))).toEqual([
      '2027-03-14T05:00:00.000Z',
      '2027-03-14T06:00:00.000Z',
      '2027-03-14T07:00:00.000Z',
    ])
    expect(timesOn('2027-11-07', sam, allWeek, before('2027-11-07'))).toHaveLength(5)
    expect(timesOn('2027-07-05', sam, terms(), before('2027-07-05'))[0]).toBe('2027-07-05T13:00:00.000Z')
    expect(timesOn('2027-01-04', sam, terms(), before('2027-01-04'))[0]).toBe('2027-01-04T14:00:00.000Z')
  })
})

describe('the instant of an office time', () => {
  it.each([
    ['2026-07-01', '09:00', '2026-07-01T13:00:00.000Z'],
    ['2026-12-01', '09:00', '2026-12-01T14:00:00.000Z'],
    ['2026-12-01', '23:30', '2026-12-02T04:30:00.000Z'],
    ['2027-03-14', '01:59', '2027-03-14T06:59:00.000Z'],
    ['2027-03-14', '02:30', '2027-03-14T07:30:00.000Z'],
    ['2027-03-14', '03:00', '2027-03-14T07:00:00.000Z'],
    ['2027-11-07', '01:30', '2027-11-07T05:30:00.000Z'],
    ['2027-11-07', '02:00', '2027-11-07T07:00:00.000Z'],
  ])('%s %s is %s', (date, time, instant) => expect(officeInstant(date, time).toISOString()).toBe(instant))
})

describe('the days with free times', () => {
  it('are seven at a time, without days on which no one is free', () => {
    const first = freeDays([sam], terms(), now)
    expect(first.days.map(({ date }) => date)).toEqual([
      '2026-12-07',
      '2026-12-08',
      '2026-12-09',
      '2026-12-10',
      '2026-12-11',
      '2026-12-14',
      '2026-12-15',
    ])
    expect(first.next).toBe('2026-12-16')
    expect(freeDays([sam], terms(), now, '2026-12-16').days[0]?.date).toBe('2026-12-16')
  })

  it('list a time once, no matter how many people are available', () => {
    const busy = { ...sue, booked: bookedAt(at(9), at(10)) }
    expect(freeDays([sam, busy], terms(), now).days[0]?.times).toEqual([at(9), at(10), at(11)])
  })

  it('end with the last day that is offered, and are none without people or hours', () => {
    const { days, next } = freeDays([sam], terms({ daysAhead: 2 }), now)
    expect([days.length, next]).toEqual([3, null])
    expect(freeDays([sam], terms(), now, '2999-01-01')).toEqual({ days: [], next: null })
    expect(freeDays([], terms(), now)).toEqual({ days: [], next: null })
    const closed: WeekHours = Array.from({ length: 7 }, () => null)
    expect(freeDays([sam], terms({}, { days: closed }), now)).toEqual({ days: [], next: null })
  })
})

describe('the consultant of an appointment', () => {
  it('is free and has the fewest appointments', () => {
    const busy = { ...sam, booked: bookedAt(at(11), at(12)) }
    expect(consultantFor(at(9), [busy, sue], terms(), now).id).toBe(sue.id)
    expect(consultantFor(at(9), [sue, sam], terms(), now).id).toBe(sam.id)
    expect(consultantFor('2026-12-07T14:00:00Z', [sam], terms(), now).id, 'without milliseconds').toBe(sam.id)
  })

  it('is refused with a conflict when the time was taken, and as invalid when it is not offered', () => {
    const taken = [{ ...sam, booked: bookedAt(at(9), at(10)) }]
    expect(codeOf(() => consultantFor(at(9), taken, terms(), now))).toBe('conflict')
    for (const time of [at(8), at(12), '2026-12-07T14:15:00.000Z', at(9, '2026-12-12'), at(9, '2027-06-07')])
      expect(
        codeOf(() => consultantFor(time, [sam], terms(), now)),
        time,
      ).toBe('invalid')
    expect(codeOf(() => consultantFor(at(9), [], terms(), now))).toBe('invalid')
  })

  it.each(['', 'tomorrow', '2026-12-07', '2026-12-07T14:00:00', '2026-02-30T14:00:00Z', '2026-12-07T14:00:00+01:00'])(
    'is refused for “%s”, which is no instant in UTC',
    (time) => expect(BookingTime.safeParse(time).success).toBe(false),
  )
})
