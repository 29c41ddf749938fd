// A service rate card: the office's recommended price of a service, by hour, project, or month. States: active ↔
// inactive. Proposals copy its name and price, so a change of the card does not affect them.
import { z } from 'zod'
import { type Actor, isAdministrator } from './actor.ts'
import { forbidden, invalid } from './errors.ts'
import { Cents } from './money.ts'
import { ServiceKey, serviceKey } from './service-catalog.ts'
import { Id, Instant, versioned, optionalDate, requiredName, requiredText } from './text.ts'

const isMissing = (input: unknown) => input === undefined || input === null

/** A required amount in cents. */
const HourlyRate = z
  .number({
    error: ({ input }) => (isMissing(input) ? 'Hourly rate is required' : 'Enter an amount in whole cents.'),
  })
  .pipe(Cents)

const card = {
  serviceName: requiredName('Service name is required'),
  description: requiredText('Description is required'),
  serviceType: serviceKey('Choose a service type.'),
  hourlyRate: HourlyRate,
  /** A missing key leaves the price unchanged, null removes it. */
  projectRate: Cents.nullish(),
  monthlyRate: Cents.nullish(),
  isActive: z.boolean('Choose Active or Inactive.').optional(),
}

/** New cards are active unless specified otherwise. */
export const ServiceRateInput = z.strictObject(card)
export type ServiceRateInput = z.infer<typeof ServiceRateInput>

/** `hourlyRateFrom`: the first day of a different hourly rate, today or later; today if left out. */
export const ServiceRateChange = z.strictObject({ ...card, hourlyRateFrom: optionalDate })
export type ServiceRateChange = z.infer<typeof ServiceRateChange>

/** An hourly rate in cents, and the first day on which it applies. */
export const ScheduledRate = z.object({ from: z.string(), hourlyRate: z.int() })
export type ScheduledRate = z.infer<typeof ScheduledRate>

export const ServiceRateAction = z.enum(['edit', 'activate', 'deactivate'])
export type ServiceRateAction = z.infer<typeof ServiceRateAction>

export const ServiceRate = z.object({
  id: Id,
  serviceName: z.string(),
  serviceType: ServiceKey,
  description: z.string(),
  /** As of today, in cents; null on a card without one. */
  hourlyRate: z.int().nullable(),
  /** Hourly rates that start later, earliest first. */
  scheduledRates: z.array(ScheduledRate),
  projectRate: z.int().nullable(),
  monthlyRate: z.int().nullable(),
  isActive: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
  ...versioned,
})
export type ServiceRate = z.infer<typeof ServiceRate>

export const ServiceRateView = ServiceRate.extend({ allowed: z.array(ServiceRateAction) })
export type ServiceRateView = z.infer<typeof ServiceRateView>

/** The fields whose changes the card's history shows. */
export const RateFacts = ServiceRate.pick({ hourlyRate: true, projectRate: true, monthlyRate: true, isActive: true })
export type RateFacts = z.infer<typeof RateFacts>

/** A change of a card: who, when, and its prices after it (cents). `before` is null for its creation. */
export const ServiceRateHistoryEntry = z.object({
  id: Id,
  at: Instant,
  actorName: z.string().nullable(),
  before: RateFacts.nullable(),
  after: RateFacts,
  /** An hourly rate that the change scheduled. */
  scheduled: ScheduledRate.nullable(),
})
export type ServiceRateHistoryEntry = z.infer<typeof ServiceRateHistoryEntry>

export function allowedActions(rate: Pick<ServiceRate, 'isActive'>, actor: Actor): ServiceRateAction[] {
  return isAdministrator(actor) ? ['edit', rate.isActive ? 'deactivate' : 'activate'] : []
}

/** Administrators create and change cards; staff read them. */
export function assertCanChangeRates(actor: Actor): void {
  if (!isAdministrator(actor)) throw forbidden('Only an administrator can change rate cards.')
}

/**
 * The hourly rate that a change sets from a day on, or null if it changes nothing. Throws 400 for a day in the past: work
 * keeps the price that applied when it was done.
 */
export function resolveRateChange(
  rate: Pick<ServiceRate, 'hourlyRate' | 'scheduledRates'>,
  { hourlyRate, hourlyRateFrom }: Pick<ServiceRateChange, 'hourlyRate' | 'hourlyRateFrom'>,
  today: string,
): ScheduledRate | null {
  const from = hourlyRateFrom ?? today
  if (from < today) throw invalid('hourlyRateFrom', 'An hourly rate can start today or later.')
  const applies = rate.scheduledRates.findLast((scheduled) => scheduled.from <= from)?.hourlyRate ?? rate.hourlyRate
  return hourlyRate === applies ? null : { from, hourlyRate }
}

/** A card with a change applied. */
export const rateAfter = (
  before: RateFacts,
  { hourlyRate, projectRate = before.projectRate, monthlyRate = before.monthlyRate, ...rest }: ServiceRateInput,
): RateFacts => ({ hourlyRate, projectRate, monthlyRate, isActive: rest.isActive ?? before.isActive })

export const factsOf = ({ hourlyRate, projectRate, monthlyRate, isActive }: RateFacts): RateFacts => ({
  hourlyRate,
  projectRate,
  monthlyRate,
  isActive,
})
