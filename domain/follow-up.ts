// Follow-ups: reminders that the portal sends automatically about something that is due. Each has steps with a date, and
// each step is sent once. The jobs and the list of coming follow-ups use the same rules.
import { z } from 'zod'
import { endHour, firstHour, isReminderHour, reminderKind } from './invoice-reminder.ts'
import { isOfficeDay, type OfficeHours } from './office-hours.ts'
import { CalendarDate, Id } from './text.ts'
import { daysAfter, officeDate, officeHour, officeTime, replyHours } from './time.ts'

export const scheduledKinds = [
  'service-requests',
  'messages',
  'signatures',
  'proposals',
  'contracts',
  'invoices',
  'document-requests',
  'documents',
  'assignments',
  'deadlines',
  'handbooks',
] as const
export const ScheduledKind = z.enum(scheduledKinds, 'Choose a kind from the list.')
export type ScheduledKind = z.infer<typeof ScheduledKind>

/** `holder`: the person who has the request; `staff`: everyone who can accept it; `lead`: of the folder, and who covers. */
export const FollowUpRecipient = z.enum([
  'client',
  'client-and-team',
  'employee',
  'team',
  'lead',
  'holder',
  'staff',
  'administrators',
])
export type FollowUpRecipient = z.infer<typeof FollowUpRecipient>

export interface FollowUpStep {
  /** Unique among the steps of its record. */
  name: string
  /** The first office date on which it is sent. */
  on: string
  /** The earliest time on that date; null for any. */
  at: Date | null
  /** The last office date on which it is sent; null for no limit. */
  until: string | null
  to: FollowUpRecipient
}

/** The steps of a record, earliest first. */
export interface FollowUpPlan {
  steps: FollowUpStep[]
  /** Names of the steps that were sent or skipped. */
  sent: readonly string[]
  /** The folder's reminders are paused. */
  isPaused: boolean
}

/** Pausing a client's reminders stops what the client's side gets, not what the team gets. */
const pausable: readonly FollowUpRecipient[] = ['client', 'client-and-team', 'employee']
export const isPausable = ({ to }: Pick<FollowUpStep, 'to'>): boolean => pausable.includes(to)

/** A follow-up that could not be sent in time is left out after this many days. */
export const maxDelayDays = 14

/** Steps at days around a due date, except those of the day on which the record was sent, and earlier ones. */
export const stepsAround = (
  days: readonly number[],
  dueDate: string,
  sentOn: string,
  given: Pick<FollowUpStep, 'to'> & { until?: string | null },
): FollowUpStep[] =>
  days
    .map((each) => ({ until: null, ...given, name: reminderKind(each), on: daysAfter(dueDate, each), at: null }))
    .filter(({ on }) => on > sentOn)

/** Reminders are sent each hour until 18:00; a step that comes later than this is sent on the next office day. */
const lastStepTime = '17:00:00'

const warningHours = replyHours - 4
const hour = 3_600_000

/**
 * A reply is due 24 hours after `since`: four hours before, `first` is reminded, and then the administrators. Steps begin
 * at full hours, so that it doesn't matter at which minute the job runs.
 */
export const replySteps = (since: Date, first: FollowUpRecipient): FollowUpStep[] =>
  ([warningHours, replyHours] as const).map((hours) => {
    const at = new Date(Math.ceil(since.getTime() / hour + hours) * hour)
    const on = officeTime(at) > lastStepTime ? daysAfter(officeDate(at), 1) : officeDate(at)
    const to = hours === warningHours ? first : 'administrators'
    return { name: `hours-${hours}`, on, at, until: daysAfter(on, maxDelayDays), to }
  })

const isSendable = (plan: FollowUpPlan) => (step: FollowUpStep) => !plan.isPaused || !isPausable(step)

/** The step to send at a time: the latest that has come, unless it was sent. Earlier ones that were missed are skipped. */
export const dueStep = (plan: FollowUpPlan, now: Date): FollowUpStep | null =>
  latestStep(
    plan.steps.filter(isSendable(plan)).filter(({ at }) => at === null || at <= now),
    plan.sent,
    officeDate(now),
  )

/** The same on an office date, at any time of the day. */
export function latestStep(steps: readonly FollowUpStep[], sent: readonly string[], day: string): FollowUpStep | null {
  const latest = steps.filter(({ on }) => on <= day).at(-1)
  if (latest === undefined || sent.includes(latest.name)) return null
  return latest.until !== null && latest.until < day ? null : latest
}

export interface PlannedStep {
  step: FollowUpStep
  day: string
  isPaused: boolean
}

/** The hour of a day at which a step is sent, if the jobs run each hour. */
function hourOn({ at }: FollowUpStep, day: string, now: Date): number {
  const earliest = day === officeDate(now) ? Math.max(firstHour, officeHour(now)) : firstHour
  return at !== null && officeDate(at) === day ? Math.max(earliest, officeHour(at)) : earliest
}

/** What is sent on each of the days, and what would be if the folder's reminders were not paused. */
export function plannedSteps(plan: FollowUpPlan, days: readonly string[], now: Date): PlannedStep[] {
  const planned = (steps: readonly FollowUpStep[], isPaused: boolean) => {
    const sent = [...plan.sent]
    return days.flatMap((day) =>
      [...new Set(steps.map((each) => hourOn(each, day, now)))]
        .toSorted((one, other) => one - other)
        .flatMap((time) => {
          const come = steps.filter((each) => each.on < day || (each.on === day && hourOn(each, day, now) <= time))
          const step = latestStep(come, sent, day)
          if (step === null) return []
          sent.push(...come.map(({ name }) => name))
          return [{ step, day, isPaused }]
        }),
    )
  }
  const sendable = plan.steps.filter(isSendable(plan))
  return [
    ...planned(sendable, false),
    ...planned(
      plan.steps.filter((step) => !sendable.includes(step)),
      true,
    ),
  ]
}

export const isReminderTime = (hours: OfficeHours, now: Date): boolean =>
  isOfficeDay(hours, officeDate(now)) && isReminderHour(officeHour(now))

/** How many days after today are shown. */
const daysShown = 7

/** The office days on which reminders are still sent, today and in the next seven days. */
export function daysToPlan(hours: OfficeHours, now: Date): string[] {
  const first = officeHour(now) < endHour ? 0 : 1
  return Array.from({ length: daysShown + 1 - first }, (_, at) => daysAfter(officeDate(now), first + at)).filter(
    (date) => isOfficeDay(hours, date),
  )
}

export const ScheduledFollowUp = z.object({
  kind: ScheduledKind,
  /** Of the record; for an unanswered thread, of its first message. */
  id: Id,
  title: z.string(),
  date: CalendarDate,
  recipient: FollowUpRecipient,
  recipientName: z.string().nullable(),
  /** The second of three reminders to this recipient: 2 and 3. */
  reminder: z.int(),
  reminders: z.int(),
  clientFolderId: Id.nullable(),
  folderName: z.string().nullable(),
  /** For If-Match, to pause the folder's reminders. */
  folderVersion: z.int().nullable(),
  /** The page of the record. */
  link: z.string(),
  allowed: z.array(z.enum(['pause', 'resume'])),
})
export type ScheduledFollowUp = z.infer<typeof ScheduledFollowUp>
