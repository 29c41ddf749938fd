// Reminders of a contract or document that awaits a signature: 3 and 7 days after the signer's turn came, 2 days before the
// due date, and on it. At most one a day.
import { daysAfter } from './time.ts'

const daysAfterTurn = [3, 7] as const
const daysFromDueDate = [-2, 0] as const

/** A reminder that could not be sent in time is left out after this many days. */
export const maxReminderDelayDays = 14

/** The first and last day on which a reminder is possible, for a query. */
export const reminderWindow = (today: string) => ({
  turnFrom: daysAfter(today, -maxReminderDelayDays - daysAfterTurn[1]),
  turnTo: daysAfter(today, -1),
  dueFrom: daysAfter(today, -maxReminderDelayDays),
  dueTo: daysAfter(today, -daysFromDueDate[0]),
})

/** The latest day for a reminder that has come since the last one; null if there is none. Dates are YYYY-MM-DD. */
export function signatureReminderDue(
  { sentOn, signBy, remindedOn }: { sentOn: string; signBy: string | null; remindedOn: string | null },
  today: string,
): string | null {
  const days = [
    ...daysAfterTurn.map((each) => daysAfter(sentOn, each)),
    ...(signBy === null ? [] : daysFromDueDate.map((each) => daysAfter(signBy, each))),
  ]
  const since = remindedOn === null || remindedOn < sentOn ? sentOn : remindedOn
  const oldest = daysAfter(today, -maxReminderDelayDays)
  return (
    days
      .filter((day) => day > since && day >= oldest && day <= today)
      .toSorted()
      .at(-1) ?? null
  )
}
