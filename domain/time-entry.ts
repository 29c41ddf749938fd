// Time that staff recorded for a client: minutes on a day, priced by the client's price for the service on that day, or
// else by the rate card's. Billable time is added to an invoice once. Clients never see time entries.
import { z } from 'zod'
import { type Actor, isAdministrator } from './actor.ts'
import { RateSource } from './client-price.ts'
import { conflict, forbidden, invalid } from './errors.ts'
import type { InvoiceLineInput } from './invoice-lines.ts'
import { inDollars, lineTotal, sumOf } from './money.ts'
import { maxLines } from './service-line.ts'
import { CalendarDate, calendarDate, Id, Instant, versioned, optionalText } from './text.ts'

export const minutesPerDay = 1440

const wrongMinutes = 'Enter a time from 1 minute to 24 hours.'

export const Minutes = z.int(wrongMinutes).min(1, wrongMinutes).max(minutesPerDay, wrongMinutes)

export const TimeEntryInput = z.strictObject({
  clientFolderId: z.uuid('Choose a client folder.'),
  serviceRateId: z.uuid('Choose a rate card.'),
  date: CalendarDate,
  minutes: Minutes,
  description: optionalText,
  isBillable: z.boolean('Choose billable or not.').default(true),
})
export type TimeEntryInput = z.infer<typeof TimeEntryInput>

export const TimeEntryAction = z.enum(['edit', 'delete'])
export type TimeEntryAction = z.infer<typeof TimeEntryAction>

export const TimeEntry = z.object({
  id: Id,
  clientFolderId: Id,
  clientFolderName: z.string(),
  userId: Id,
  userName: z.string().nullable(),
  serviceRateId: Id,
  serviceName: z.string(),
  date: CalendarDate,
  minutes: z.int(),
  description: z.string().nullable(),
  isBillable: z.boolean(),
  /** The hourly rate on the day of the work, in cents, and where it is from. */
  hourlyRate: z.int(),
  rateSource: RateSource,
  /** In cents; 0 if not billable. */
  amount: z.int(),
  invoiceId: Id.nullable(),
  invoiceNumber: z.string().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  ...versioned,
})
export type TimeEntry = z.infer<typeof TimeEntry>

export const TimeEntryView = TimeEntry.extend({ allowed: z.array(TimeEntryAction) })
export type TimeEntryView = z.infer<typeof TimeEntryView>

const Totals = { minutes: z.int(), billableMinutes: z.int(), amount: z.int() }

/** Amounts in cents; `days` has the days with time, earliest first. */
export const TimeSummary = z.object({
  ...Totals,
  /** Billable time that is not on an invoice. */
  notInvoiced: z.object({ minutes: z.int(), amount: z.int() }),
  days: z.array(z.object({ date: z.string(), ...Totals })),
})
export type TimeSummary = z.infer<typeof TimeSummary>

export const TimerInput = z.strictObject({
  clientFolderId: z.uuid('Choose a client folder.'),
  serviceRateId: z.uuid('Choose a rate card.'),
  description: optionalText,
})
export type TimerInput = z.infer<typeof TimerInput>

export const Timer = z.object({
  clientFolderId: Id,
  clientFolderName: z.string(),
  serviceRateId: Id,
  serviceName: z.string(),
  description: z.string().nullable(),
  startedAt: Instant,
})
export type Timer = z.infer<typeof Timer>

/** A person's running timer. */
export const TimerState = z.object({ timer: Timer.nullable() })
export type TimerState = z.infer<typeof TimerState>

/** Minutes at an hourly rate, in cents, rounded half up. SQL has the same rule. */
export const amountOfTime = (minutes: number, hourlyRate: number): number =>
  Math.floor((minutes * hourlyRate + 30) / 60)

export const TimeGrouping = z.enum(['service', 'entry'], 'Choose how the lines are grouped.')
export type TimeGrouping = z.infer<typeof TimeGrouping>

const noTime = 'Choose at least one entry.'

/** A draft invoice for billable time that is on no invoice yet. */
export const TimeInvoiceInput = z.strictObject({
  clientFolderId: z.uuid('Choose a client folder.'),
  timeEntryIds: z.array(Id, noTime).min(1, noTime).max(maxLines, `Choose at most ${maxLines} entries.`),
  grouping: TimeGrouping,
  dueDate: calendarDate('Enter the due date.'),
})
export type TimeInvoiceInput = z.infer<typeof TimeInvoiceInput>

type BilledTime = Pick<
  TimeEntry,
  'id' | 'serviceRateId' | 'serviceName' | 'date' | 'minutes' | 'hourlyRate' | 'description'
>

const longDate = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', year: 'numeric', timeZone: 'UTC' })
const inWords = (date: string) => longDate.format(new Date(`${date}T00:00:00Z`))

/**
 * Lines for recorded time, each with its entries: one for each service and rate, or one for each entry. A line is hours
 * at the rate where that is exactly the sum of its entries, and otherwise that sum once.
 */
export function linesOfTime(entries: readonly BilledTime[], grouping: TimeGrouping) {
  const byDate = entries.toSorted((a, b) => a.date.localeCompare(b.date))
  const groups = new Map<string, BilledTime[]>()
  for (const entry of byDate) {
    const key = grouping === 'entry' ? entry.id : `${entry.serviceRateId} ${entry.hourlyRate}`
    groups.set(key, [...(groups.get(key) ?? []), entry])
  }
  return [...groups.values()].map((group) => {
    const [first, last] = [group[0] as BilledTime, group.at(-1) as BilledTime]
    const days = first.date === last.date ? inWords(first.date) : `${inWords(first.date)} to ${inWords(last.date)}`
    const about = grouping === 'entry' && first.description !== null ? `: ${first.description}` : ''
    const what = `${first.serviceName}, ${days}`
    const minutes = sumOf(group.map((entry) => entry.minutes))
    const total = sumOf(group.map((entry) => amountOfTime(entry.minutes, entry.hourlyRate)))
    const hours = Math.round((minutes * 100) / 60) / 100
    const isExact = minutes % 3 === 0 && lineTotal(hours, first.hourlyRate) === total
    const { serviceRateId } = first
    const line: Pick<InvoiceLineInput, 'description' | 'quantity' | 'rate' | 'total' | 'serviceRateId'> = isExact
      ? { description: `${what}${about}`, quantity: hours, rate: first.hourlyRate, total, serviceRateId }
      : {
          description: `${what}, ${formatMinutes(minutes)} at ${inDollars(first.hourlyRate)} an hour${about}`,
          quantity: 1,
          rate: total,
          total,
          serviceRateId,
        }
    return { line, timeEntryIds: group.map(({ id }) => id) }
  })
}

/** Throws 400 for time that is not billable, 409 for time that is on an invoice. */
export function assertCanInvoice(entries: readonly Pick<TimeEntry, 'isBillable' | 'invoiceId'>[]): void {
  if (entries.some(({ invoiceId }) => invoiceId !== null))
    throw conflict('Some of this time is already on an invoice. Close this window and choose again.')
  if (entries.some(({ isBillable }) => !isBillable)) throw invalid('timeEntryIds', 'Choose billable time only.')
}

type Facts = Pick<TimeEntry, 'userId' | 'invoiceId'>

const mayChange = ({ userId }: Facts, actor: Actor) => userId === actor.id || isAdministrator(actor)

export const allowedForTime = (entry: Facts, actor: Actor, folderIsOpen: boolean): TimeEntryAction[] =>
  folderIsOpen && entry.invoiceId === null && mayChange(entry, actor) ? ['edit', 'delete'] : []

/** Throws 403 for another person's time, 409 once it is on an invoice. */
export function assertCanChangeTime(entry: Facts & Pick<TimeEntry, 'invoiceNumber'>, actor: Actor): void {
  if (!mayChange(entry, actor)) throw forbidden('You can only change time that you recorded.')
  if (entry.invoiceId !== null)
    throw conflict(`This time is on invoice ${entry.invoiceNumber}. Remove its line from the draft first.`)
}

/** Throws 400 for a day in the future, and for more than 24 hours on one day. @param others minutes already recorded */
export function assertFitsDay(
  { date, minutes }: Pick<TimeEntry, 'date' | 'minutes'>,
  others: number,
  today: string,
): void {
  if (date > today) throw invalid('date', 'Time can’t be recorded for a future day.')
  if (others + minutes > minutesPerDay)
    throw invalid('minutes', `This day would have more than 24 hours: ${formatMinutes(others)} are already recorded.`)
}

/** "1 hr 30 min" */
export function formatMinutes(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours} hr` : `${hours} hr ${rest} min`
}

/**
 * The minutes that a person typed: "1:30", "1.5", "1h 30m", "90m", or hours alone ("2"). Null if it is none of these.
 */
export function parseMinutes(typed: string): number | null {
  const text = typed.trim().toLowerCase()
  const clock = /^(\d{1,2}):([0-5]\d)$/.exec(text)
  if (clock !== null) return Number(clock[1]) * 60 + Number(clock[2])
  const words = /^(?:(\d{1,2}(?:\.\d{1,2})?)\s*(?:h|hr|hrs|hours?))?\s*(?:(\d{1,4})\s*(?:m|min|mins|minutes?))?$/.exec(
    text,
  )
  if (words !== null && (words[1] !== undefined || words[2] !== undefined))
    return Math.round(Number(words[1] ?? 0) * 60) + Number(words[2] ?? 0)
  return /^(\d{1,2}(\.\d{1,2})?|\.\d{1,2})$/.test(text) ? Math.round(Number(text) * 60) : null
}
