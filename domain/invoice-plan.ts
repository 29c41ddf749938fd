// A recurring invoice: the same lines every few months on a day of the month, as a draft or sent right away. States:
// active ↔ paused → ended. Periods that pass while it is paused, or its folder is archived, get no invoice. An edit applies
// to the invoices that are not created yet.
import { z } from 'zod'
import { type Actor, isAdministrator } from './actor.ts'
import { monthsAfter } from './deadline.ts'
import { conflict, invalid } from './errors.ts'
import { InvoiceInput } from './invoice.ts'
import { InvoiceLine } from './invoice-lines.ts'
import { CalendarDate, calendarDate, Id, Instant, versioned, optionalDate } from './text.ts'

const wrongMonths = 'Enter a whole number of months from 1 to 24.'
const wrongDay = 'Enter a day from 1 to 31.'
const wrongDueDays = 'Enter a number of days from 0 to 365.'

export const InvoicePlanInput = z.strictObject({
  description: InvoiceInput.shape.description,
  lineItems: InvoiceInput.shape.lineItems.unwrap(),
  everyMonths: z.int(wrongMonths).min(1, wrongMonths).max(24, wrongMonths),
  /** In a shorter month, its last day. */
  dayOfMonth: z.int(wrongDay).min(1, wrongDay).max(31, wrongDay),
  startsOn: calendarDate('Enter the first day.'),
  endsOn: optionalDate,
  /** Days until each invoice is due; null for the firm’s payment terms. */
  dueDays: z
    .int(wrongDueDays)
    .min(0, wrongDueDays)
    .max(365, wrongDueDays)
    .nullish()
    .transform((days) => days ?? null),
  sends: z.boolean('Choose whether invoices are sent.'),
})
export type InvoicePlanInput = z.infer<typeof InvoicePlanInput>

/** An edit replaces all of these; the first day is fixed. */
export const InvoicePlanChange = InvoicePlanInput.omit({ startsOn: true })
export type InvoicePlanChange = z.infer<typeof InvoicePlanChange>

export const InvoicePlanStatus = z.enum(['active', 'paused', 'ended'])
export type InvoicePlanStatus = z.infer<typeof InvoicePlanStatus>

export const InvoicePlanStatusChange = z.strictObject({ status: InvoicePlanStatus })
export type InvoicePlanStatusChange = z.infer<typeof InvoicePlanStatusChange>

export const InvoicePlanAction = z.enum(['edit', 'pause', 'resume', 'end'])
export type InvoicePlanAction = z.infer<typeof InvoicePlanAction>

export const InvoicePlan = z.object({
  id: Id,
  clientFolderId: Id,
  createdById: Id,
  description: z.string().nullable(),
  lineItems: z.array(InvoiceLine),
  /** The sum of the lines before sales tax, in cents. */
  subtotal: z.int(),
  everyMonths: z.int(),
  dayOfMonth: z.int(),
  startsOn: CalendarDate,
  endsOn: CalendarDate.nullable(),
  dueDays: z.int().nullable(),
  sends: z.boolean(),
  status: InvoicePlanStatus,
  /** The day of the next invoice; it means nothing once the plan has ended. */
  nextOn: CalendarDate,
  /** The latest ones, newest first. */
  invoices: z.array(z.object({ id: Id, invoiceNumber: z.string(), period: CalendarDate })),
  createdAt: Instant,
  updatedAt: Instant,
  ...versioned,
})
export type InvoicePlan = z.infer<typeof InvoicePlan>

export const InvoicePlanView = InvoicePlan.extend({ allowed: z.array(InvoicePlanAction) })
export type InvoicePlanView = z.infer<typeof InvoicePlanView>

/** The day in a month, or the month's last day. */
function onDay(month: string, day: number): string {
  const [year = 0, monthOfYear = 1] = month.split('-').map(Number)
  const days = new Date(Date.UTC(year, monthOfYear, 0)).getUTCDate()
  return `${month}-${String(Math.min(day, days)).padStart(2, '0')}`
}

/** The first invoice day on or after a day. */
export function firstBillingDate(from: string, dayOfMonth: number): string {
  const month = from.slice(0, 7)
  const day = onDay(month, dayOfMonth)
  return day >= from ? day : onDay(monthsAfter(`${month}-01`, 1).slice(0, 7), dayOfMonth)
}

/** The invoice day after another one. */
export const nextAfter = (day: string, { everyMonths, dayOfMonth }: Pick<InvoicePlan, 'everyMonths' | 'dayOfMonth'>) =>
  onDay(monthsAfter(`${day.slice(0, 7)}-01`, everyMonths).slice(0, 7), dayOfMonth)

/** The first invoice day that is not in the past; the days between are left out. */
export function nextFrom(plan: Pick<InvoicePlan, 'nextOn' | 'everyMonths' | 'dayOfMonth'>, today: string): string {
  let day = plan.nextOn
  while (day < today) day = nextAfter(day, plan)
  return day
}

/**
 * The day of the next invoice after an edit: in the same month, or in the first one in which the day is not in the past.
 * An invoice that is due already is created for the day that it had.
 */
export function nextAfterEdit(
  { nextOn, startsOn }: Pick<InvoicePlan, 'nextOn' | 'startsOn'>,
  dayOfMonth: number,
  today: string,
): string {
  if (nextOn <= today) return nextOn
  const from = [`${nextOn.slice(0, 7)}-01`, startsOn, today].reduce((latest, day) => (day > latest ? day : latest))
  return firstBillingDate(from, dayOfMonth)
}

/** Throws 400 for an end before the next invoice. */
export function assertEndsAfter(nextOn: string, endsOn: string | null): void {
  if (endsOn !== null && endsOn < nextOn)
    throw invalid('endsOn', 'The last day must be on or after the next invoice. To stop now, end them instead.')
}

/** Throws 400 for a first day in the past, and for an end before the first invoice. */
export function assertPlanDates({ startsOn, endsOn, dayOfMonth }: InvoicePlanInput, today: string): void {
  if (startsOn < today) throw invalid('startsOn', 'Recurring invoices can start today or later.')
  if (endsOn !== null && endsOn < firstBillingDate(startsOn, dayOfMonth))
    throw invalid('endsOn', 'The last day must be on or after the first invoice.')
}

const next: Record<InvoicePlanStatus, readonly InvoicePlanStatus[]> = {
  active: ['paused', 'ended'],
  paused: ['active', 'ended'],
  ended: [],
}

const actionTo: Record<InvoicePlanStatus, InvoicePlanAction> = { active: 'resume', paused: 'pause', ended: 'end' }

export function allowedForPlan(
  { status }: Pick<InvoicePlan, 'status'>,
  actor: Actor,
  folderIsOpen: boolean,
): InvoicePlanAction[] {
  if (!isAdministrator(actor) || !folderIsOpen || status === 'ended') return []
  return ['edit', ...next[status].map((to) => actionTo[to])]
}

const hasEnded = 'These recurring invoices have ended. Create new ones.'

/** Throws 409 for a status that does not follow. */
export function assertCanChangePlan({ status }: Pick<InvoicePlan, 'status'>, to: InvoicePlanStatus): void {
  if (next[status].includes(to)) return
  throw conflict(status === 'ended' ? hasEnded : `They are already ${status}.`)
}

/** Throws 409 once they have ended. */
export function assertCanEditPlan({ status }: Pick<InvoicePlan, 'status'>): void {
  if (status === 'ended') throw conflict(hasEnded)
}

/** Throws 409 if the last day passed during the pause. @param nextOn the day of the next invoice after resuming */
export function assertResumesBeforeEnd({ endsOn }: Pick<InvoicePlan, 'endsOn'>, nextOn: string): void {
  if (endsOn !== null && nextOn > endsOn)
    throw conflict('No invoice is left before the last day. Edit the last day first, or end these recurring invoices.')
}
