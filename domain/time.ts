// Business days are those of the office in Virginia; instants are UTC.

export const officeZone = 'America/New_York'

const dayFormat = new Intl.DateTimeFormat('en-CA', {
  timeZone: officeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** The office's calendar date at an instant, YYYY-MM-DD. */
export const officeDate = (instant: Date): string => dayFormat.format(instant)

const hourFormat = new Intl.DateTimeFormat('en-US', { timeZone: officeZone, hour: '2-digit', hourCycle: 'h23' })

/** The hour that the office's clock shows at an instant, 0 to 23. */
export const officeHour = (instant: Date): number => Number(hourFormat.format(instant))

const timeFormat = new Intl.DateTimeFormat('en-GB', { timeZone: officeZone, timeStyle: 'medium' })

/** The office's time of day at an instant, HH:MM:SS. */
export const officeTime = (instant: Date): string => timeFormat.format(instant)

const dayMilliseconds = 86_400_000

/** A calendar date so many days later, or earlier. */
export const daysAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * dayMilliseconds).toISOString().slice(0, 10)

/** Whole days from one calendar date to another; negative when the other is earlier. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMilliseconds

/** The promise of the public site: a request hears from us within this time. */
export const replyHours = 24
