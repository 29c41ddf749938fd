// The reminders of an unpaid invoice: three days before its due date, and 1, 7, 14 and 30 days after, each once.
import { daysAfter } from './time.ts'

export const reminderDays = [-3, 1, 7, 14, 30] as const
export type ReminderDays = (typeof reminderDays)[number]

/** How a reminder is called in the records. */
export const reminderKind = (days: number): string => (days < 0 ? `before-${-days}` : `after-${days}`)

/** Letters go out in the office's day, from 8:00 until 18:00. */
export const isReminderHour = (officeHour: number): boolean => officeHour >= 8 && officeHour < 18

/**
 * The reminders whose day has come, the latest last. Those of the day on which the invoice was sent, and earlier ones, never
 * come: the client has just had the invoice itself.
 */
export const remindersDue = (dueDate: string, sentOn: string, today: string): ReminderDays[] =>
  dueAmong(reminderDays, dueDate, sentOn, today)

/** Of the days around a due date those that have come since something was sent, the day of the sending left out. */
export const dueAmong = <Days extends number>(
  around: readonly Days[],
  dueDate: string,
  sentOn: string,
  today: string,
): Days[] =>
  around.filter((days) => {
    const day = daysAfter(dueDate, days)
    return day > sentOn && day <= today
  })
