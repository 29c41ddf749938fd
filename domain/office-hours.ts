// When the office is open, and the days on which it is closed, in words for the public site.
import { z } from 'zod'
import { CalendarDate, requiredText } from './text.ts'
import { daysAfter } from './time.ts'

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

const noTime = 'Enter a time.'
const Time = z.string(noTime).regex(/^([01]\d|2[0-3]):[0-5]\d$/, noTime)

const OpenDay = z
  .strictObject({ opens: Time, closes: Time })
  .refine(({ opens, closes }) => opens < closes, { path: ['closes'], message: 'Enter a time after the opening time.' })

/** Monday to Sunday, in the office's zone; null for a closed day. */
export const WeekHours = z.array(OpenDay.nullable(), 'Enter seven days.').length(7, 'Enter seven days.')
export type WeekHours = z.infer<typeof WeekHours>

const maxHolidays = 60

export const OfficeHours = z.strictObject({
  days: WeekHours,
  holidays: z
    .array(z.strictObject({ date: CalendarDate, name: requiredText('Enter a name.', 80) }))
    .max(maxHolidays, `Enter at most ${maxHolidays} holidays.`)
    .refine((all) => new Set(all.map(({ date }) => date)).size === all.length, 'Enter each holiday once.'),
})
export type OfficeHours = z.infer<typeof OfficeHours>

export const firstOfficeHours: OfficeHours = { days: Array<null>(7).fill(null), holidays: [] }

/** Monday is 0, as in the office hours. */
export const weekdayOf = (date: string): number => (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7

/** Whether the office works on a date: a day with hours (Monday to Friday while none are entered) that is no holiday. */
export function isOfficeDay({ days, holidays }: OfficeHours, date: string): boolean {
  if (holidays.some((holiday) => holiday.date === date)) return false
  const weekday = weekdayOf(date)
  return days.every((day) => day === null) ? weekday < 5 : days[weekday] !== null
}

/** Holidays are announced this long before. */
const announcedDays = 30

/** Lines such as "Monday to Friday, 9:00 AM to 5:00 PM ET"; none while no hours are entered. @param today the office's */
export function hoursInWords({ days, holidays }: OfficeHours, today: string): string[] {
  const runs: { from: number; to: number; hours: string }[] = []
  for (const [at, day] of days.entries()) {
    if (day === null) continue
    const hours = `${clockTime(day.opens)} to ${clockTime(day.closes)} ET`
    const last = runs.at(-1)
    if (last?.to === at - 1 && last.hours === hours) last.to = at
    else runs.push({ from: at, to: at, hours })
  }
  const closed = holidays
    .filter(({ date }) => date >= today && date <= daysAfter(today, announcedDays))
    .toSorted((a, b) => (a.date < b.date ? -1 : 1))
    .map(({ date, name }) => `Closed ${dayOfYear(date)}: ${name}`)
  return [...runs.map(({ from, to, hours }) => `${daysInWords(from, to)}, ${hours}`), ...closed]
}

function daysInWords(from: number, to: number) {
  const [first, last] = [weekdays[from] ?? '', weekdays[to] ?? '']
  if (from === to) return first
  return to === from + 1 ? `${first} and ${last}` : `${first} to ${last}`
}

/** "9:00 AM" for 09:00. */
export function clockTime(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return `${hour % 12 === 0 ? 12 : hour % 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`
}

const dayOfYear = (date: string) =>
  new Date(`${date}T12:00:00Z`).toLocaleDateString('en-US', {
    weekday: 'long',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  })
