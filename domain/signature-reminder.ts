// Reminders of a contract or document that awaits a signature: 3 and 7 days after the signer's turn came, 2 days before the
// due date, and on it. At most one a day.
import { type FollowUpStep, latestStep, maxDelayDays } from './follow-up.ts'
import { daysAfter } from './time.ts'

const daysAfterTurn = [3, 7] as const
const daysFromDueDate = [-2, 0] as const

/** The first and last day of a turn and a due date with which a reminder is possible in a period, for a query. */
export const reminderWindow = (today: string, through: string) => ({
  turnFrom: daysAfter(today, -maxDelayDays - daysAfterTurn[1]),
  turnTo: daysAfter(through, -1),
  dueFrom: daysAfter(today, -maxDelayDays),
  dueTo: daysAfter(through, -daysFromDueDate[0]),
})

/** The days on which the signer is reminded. Dates are YYYY-MM-DD. */
export const signatureSteps = ({ sentOn, signBy }: { sentOn: string; signBy: string | null }): FollowUpStep[] =>
  [
    ...new Set([
      ...daysAfterTurn.map((each) => daysAfter(sentOn, each)),
      ...(signBy === null ? [] : daysFromDueDate.map((each) => daysAfter(signBy, each))),
    ]),
  ]
    .filter((day) => day > sentOn)
    .toSorted()
    .map((on) => ({ name: on, on, at: null, until: daysAfter(on, maxDelayDays), to: 'client' }))

/** The steps that the last reminder includes. */
export const signatureStepsSent = (steps: readonly FollowUpStep[], remindedOn: string | null): string[] =>
  steps.flatMap(({ name, on }) => (remindedOn !== null && on <= remindedOn ? [name] : []))

/** The latest day for a reminder that has come since the last one; null if there is none. */
export function signatureReminderDue(
  facts: { sentOn: string; signBy: string | null; remindedOn: string | null },
  today: string,
): string | null {
  const steps = signatureSteps(facts)
  return latestStep(steps, signatureStepsSent(steps, facts.remindedOn), today)?.on ?? null
}
