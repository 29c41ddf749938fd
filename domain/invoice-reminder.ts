// Reminders of an unpaid invoice: three days before its due date, and 1, 7, 14, and 30 days after, each once.
import { daysAfter } from './time.ts'

export const reminderDays = [-3, 1, 7, 14, 30] as const
export type ReminderDays = (typeof reminderDays)[number]

/** The identifier of a reminder in the records. */
export const reminderKind = (days: number): string => (days < 0 ? `before-${-days}` : `after-${days}`)

/** The first hour in which emails are sent, and the hour before which they are. */
export const firstHour = 8
export const endHour = 18

/** Emails are sent during the office's day, from 8:00 to 18:00. */
export const isReminderHour = (officeHour: number): boolean => officeHour >= firstHour && officeHour < endHour

/**
 * Reminders whose day has come, latest last. Those of the day on which the invoice was sent, and earlier ones, are
 * skipped: the client has just received the invoice.
 */
export const remindersDue = (dueDate: string, sentOn: string, today: string): ReminderDays[] =>
  dueAmong(reminderDays, dueDate, sentOn, today)

/** The offsets from a due date whose day has come since something was sent, excluding the day of sending. */
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
