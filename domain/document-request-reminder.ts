// The reminders of a document that a client was asked for: three days before its due date and the day after it, each once.
import { dueAmong } from './invoice-reminder.ts'

export const documentReminderDays = [-3, 1] as const
export type DocumentReminderDays = (typeof documentReminderDays)[number]

/** The reminders whose day has come, the latest last; none for the day on which it was asked for, or before it. */
export const documentRemindersDue = (dueDate: string, askedOn: string, today: string): DocumentReminderDays[] =>
  dueAmong(documentReminderDays, dueDate, askedOn, today)
