// Reminders of a requested document: three days before its due date and the day after it, each once.
import { dueAmong } from './invoice-reminder.ts'

export const documentReminderDays = [-3, 1] as const
export type DocumentReminderDays = (typeof documentReminderDays)[number]

/** Reminders whose day has come, latest last; none for the day of the request or before. */
export const documentRemindersDue = (dueDate: string, askedOn: string, today: string): DocumentReminderDays[] =>
  dueAmong(documentReminderDays, dueDate, askedOn, today)
