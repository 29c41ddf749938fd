// Reminders of a contract or document that awaits a signature: 3 and 7 days after the signer's turn came, each once.
import { dueAmong } from './invoice-reminder.ts'

export const signatureReminderDays = [3, 7] as const
export type SignatureReminderDays = (typeof signatureReminderDays)[number]

/** Nothing older is reminded of, such as a contract from before there were reminders. */
export const maxReminderAgeDays = 30

/** The latest reminder whose day has come; null if there is none or it was sent. */
export function signatureReminderDue(
  sentOn: string,
  today: string,
  reminded: number | null,
): SignatureReminderDays | null {
  const latest = dueAmong(signatureReminderDays, sentOn, sentOn, today).at(-1) ?? null
  return latest === null || (reminded !== null && reminded >= latest) ? null : latest
}
