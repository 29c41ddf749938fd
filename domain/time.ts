// Business days are those of the office in Virginia; instants are UTC.

export const officeZone = 'America/New_York'

const clock = new Intl.DateTimeFormat('en-US', {
  timeZone: officeZone,
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** Uses formatted parts, because the separators of a locale differ between browser versions. */
function officeClock(instant: Date): Record<string, string> {
  return Object.fromEntries(clock.formatToParts(instant).map(({ type, value }) => [type, value]))
}

/** The office's calendar date of an instant, YYYY-MM-DD. */
export function officeDate(instant: Date): string {
  const { year, month, day } = officeClock(instant)
  return `${year}-${month}-${day}`
}

/** The office's hour of an instant, 0 to 23. */
export const officeHour = (instant: Date): number => Number(officeClock(instant)['hour'])

/** The office's time of day of an instant, HH:MM:SS. */
export function officeTime(instant: Date): string {
  const { hour, minute, second } = officeClock(instant)
  return `${hour}:${minute}:${second}`
}

/**
 * The instant of the office's date and time of day, HH:MM. A time that the clock skips in spring is an hour later; of
 * one that it repeats in fall, the first.
 */
export function officeInstant(date: string, time: string): Date {
  const written = Date.parse(`${date}T${time}:00Z`)
  // Eastern Time is four hours behind UTC in summer and five in winter.
  const inSummer = new Date(written + 4 * 3_600_000)
  return officeTime(inSummer).startsWith(time) ? inSummer : new Date(written + 5 * 3_600_000)
}

const dayMilliseconds = 86_400_000

/** Adds days to a calendar date, or subtracts them. */
export const daysAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * dayMilliseconds).toISOString().slice(0, 10)

/** Days from one calendar date to another; negative if the other is earlier. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMilliseconds

/** The promise of the public site: a reply to a request within this time. */
export const replyHours = 24
