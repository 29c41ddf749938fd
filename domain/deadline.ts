// Something that an employer must do by a date: for one employee or for the organization. Standard deadlines come from
// obligations, which are data (content/obligations.yaml), and from law updates; others are entered. Completing a
// repeating one creates the next.
import { z } from 'zod'
import { AppliesTo, applies, type Employer } from './audience.ts'
import { conflict } from './errors.ts'
import { withoutSsn } from './employee.ts'
import { Slug } from './hr-policy.ts'
import { CalendarDate, Id, Instant, versioned, optionalDate, optionalId, requiredName } from './text.ts'
import { daysAfter } from './time.ts'

export const deadlineKinds = [
  'i9',
  'license',
  'background-check',
  'training',
  'notice',
  'poster',
  'law-update',
  'other',
] as const
export const DeadlineKind = z.enum(deadlineKinds, 'Choose a kind.')
export type DeadlineKind = z.infer<typeof DeadlineKind>
export const deadlineKindLabels: Record<DeadlineKind, string> = {
  i9: 'Form I-9',
  license: 'License',
  'background-check': 'Background check',
  training: 'Training',
  notice: 'Notice or report',
  poster: 'Poster',
  'law-update': 'Law update',
  other: 'Other',
}

const days = z.int().min(0).max(3660)

/** Relative to the first or last day of an employee, when someone assigns it, or on a day of each year (MM-DD). */
export const DueRule = z.union([
  z.strictObject({ from: z.enum(['start', 'end']), days }),
  z.strictObject({ from: z.literal('start'), businessDays: days }),
  z.strictObject({
    from: z.literal('end'),
    years: z.int().min(1).max(10),
    notBeforeYearsFromStart: z.int().min(1).max(10),
  }),
  z.strictObject({ assigned: z.literal(true) }),
  z.strictObject({ monthDay: z.string().regex(/^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/) }),
])
export type DueRule = z.infer<typeof DueRule>

export const Obligation = z
  .strictObject({
    slug: Slug,
    title: requiredName('An obligation must have a title.'),
    kind: DeadlineKind,
    for: z.enum(['employee', 'employer']),
    due: DueRule,
    appliesTo: AppliesTo,
    /** The section of the guide with the requirement. */
    guide: z.strictObject({ slug: Slug, anchor: z.string().regex(/^[a-z0-9-]+$/) }),
  })
  .refine(
    ({ for: whose, due }) => (whose === 'employer') === 'monthDay' in due,
    'An employer’s obligation must be due on a day of the year; an employee’s is due relative to the first or last day, or when it is assigned.',
  )
export type Obligation = z.infer<typeof Obligation>

export const DeadlineInput = z.strictObject({
  title: withoutSsn(requiredName('Enter a title.')),
  kind: DeadlineKind,
  dueDate: CalendarDate,
  employeeId: optionalId,
  repeatMonths: z
    .int('Enter a whole number of months from 1 to 120.')
    .min(1, 'Enter a whole number of months from 1 to 120.')
    .max(120, 'Enter a whole number of months from 1 to 120.')
    .nullish()
    .transform((months) => months ?? null),
})
export type DeadlineInput = z.infer<typeof DeadlineInput>

export const DeadlineStatus = z.enum(['open', 'completed'])
export type DeadlineStatus = z.infer<typeof DeadlineStatus>

export const DeadlineStatusChange = z.strictObject({ status: DeadlineStatus, completedOn: optionalDate })
export type DeadlineStatusChange = z.infer<typeof DeadlineStatusChange>

export const Deadline = z.object({
  id: Id,
  clientFolderId: Id,
  clientFolderName: z.string(),
  employeeId: Id.nullable(),
  employeeName: z.string().nullable(),
  kind: DeadlineKind,
  title: z.string(),
  dueDate: z.string(),
  repeatMonths: z.int().nullable(),
  status: DeadlineStatus,
  completedOn: z.string().nullable(),
  /** The guide's page with the requirement; null for an entered deadline. */
  guidePath: z.string().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  ...versioned,
})
export type Deadline = z.infer<typeof Deadline>

export const DeadlineView = Deadline.extend({ allowed: z.array(z.enum(['complete', 'reopen'])) })
export type DeadlineView = z.infer<typeof DeadlineView>

export const allowedForDeadline = (
  { status }: Pick<Deadline, 'status'>,
  folderIsOpen: boolean,
): DeadlineView['allowed'] => (folderIsOpen ? [status === 'open' ? 'complete' : 'reopen'] : [])

/** Throws 409 for completing twice, for reopening an open deadline, and for a completion date in the future. */
export function assertCanChangeDeadlineStatus(
  deadline: Pick<Deadline, 'status'>,
  { status, completedOn }: DeadlineStatusChange,
  today: string,
): void {
  if (deadline.status === status)
    throw conflict(status === 'completed' ? 'This deadline is already completed.' : 'This deadline is already open.')
  if (completedOn !== null && completedOn > today) throw conflict('A deadline can’t be completed on a future day.')
}

/** Adds business days: Monday to Friday, without regard to holidays. */
export function businessDaysAfter(date: string, count: number): string {
  let day = date
  for (let left = count; left > 0;) {
    day = daysAfter(day, 1)
    if (![0, 6].includes(new Date(day).getUTCDay())) left--
  }
  return day
}

/** The same day some months later, or the last day of that month: January 31 plus one month is February 28. */
export function monthsAfter(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10)
}

/** The first day after another one on which a date that is repeated every few months is due again. */
export function repeatedAfter(date: string, everyMonths: number, after: string): string {
  let count = 1
  while (monthsAfter(date, count * everyMonths) <= after) count++
  return monthsAfter(date, count * everyMonths)
}

/** Not due automatically: someone assigns it with a date. */
export const isAssigned = (due: DueRule): due is { assigned: true } => 'assigned' in due

/** When an obligation for an employee is due; null while its reference date is unknown. */
export function dueForEmployee(
  due: DueRule,
  { startDate, endDate }: { startDate: string; endDate: string | null },
): string | null {
  if ('monthDay' in due || isAssigned(due)) return null
  if ('businessDays' in due) return businessDaysAfter(startDate, due.businessDays)
  if ('years' in due) {
    if (endDate === null) return null
    const [afterEnd, afterStart] = [
      monthsAfter(endDate, 12 * due.years),
      monthsAfter(startDate, 12 * due.notBeforeYearsFromStart),
    ]
    return afterEnd > afterStart ? afterEnd : afterStart
  }
  const from = due.from === 'start' ? startDate : endDate
  return from === null ? null : daysAfter(from, due.days)
}

/** What counts from the first day is not added for employees who started more days ago than this. */
export const newEmployeeDays = 90

/**
 * Whether an obligation is added for an employee: their employer dealt with what counts from a first day long ago, and it
 * would only be overdue.
 */
export function isAddedFor(due: DueRule, startDate: string, today: string): boolean {
  const countsFromStart = !isAssigned(due) && !('monthDay' in due) && due.from === 'start'
  return !countsFromStart || startDate >= daysAfter(today, -newEmployeeDays)
}

/** The next occurrence of the day on or after today. */
export function nextMonthDay(monthDay: string, today: string): string {
  const thisYear = `${today.slice(0, 4)}-${monthDay}`
  return thisYear >= today ? thisYear : `${Number(today.slice(0, 4)) + 1}-${monthDay}`
}

/** An employer's obligations, as far as size and sector are known; undecided ones are included. */
export const obligationsOf = (obligations: readonly Obligation[], employer: Employer): Obligation[] =>
  obligations.filter((each) => applies(each.appliesTo, employer) !== 'no')

/** Days relative to the due date on which reminders are sent, each once. */
export const deadlineReminderDays = [-30, -7, 1] as const
