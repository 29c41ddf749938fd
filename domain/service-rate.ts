// A service rate card: what the office recommends to charge for a service, by the hour, the project or the month.
// Lives: active ↔ inactive. Proposals write its name and price down, so that no change of a card changes them.
import { z } from 'zod'
import { type Actor, isAdministrator } from './actor.ts'
import { forbidden } from './errors.ts'
import { Cents } from './money.ts'
import { ServiceType } from './service-request.ts'
import { Id, Instant, kept, requiredName, requiredText } from './text.ts'

const nothingSaid = (input: unknown) => input === undefined || input === null

/** An amount in cents that has to be there. */
const HourlyRate = z
  .number({
    error: ({ input }) => (nothingSaid(input) ? 'Hourly rate is required' : 'Please enter an amount in whole cents.'),
  })
  .pipe(Cents)

const card = {
  serviceName: requiredName('Service name is required'),
  description: requiredText('Description is required'),
  serviceType: z.enum(ServiceType.options, 'Please choose a service type.'),
  hourlyRate: HourlyRate,
  /** A key that is left out leaves the price as it is, null takes it away. */
  projectRate: Cents.nullish(),
  monthlyRate: Cents.nullish(),
  isActive: z.boolean('Please choose Active or Inactive.').optional(),
}

/** New cards are active unless they say otherwise. */
export const ServiceRateInput = z.strictObject(card)
export type ServiceRateInput = z.infer<typeof ServiceRateInput>

export const ServiceRateMove = z.enum(['edit', 'activate', 'deactivate'])
export type ServiceRateMove = z.infer<typeof ServiceRateMove>

export const ServiceRate = z.object({
  id: Id,
  serviceName: z.string(),
  serviceType: ServiceType,
  description: z.string(),
  /** Cents; null on a card that was made without. */
  hourlyRate: z.int().nullable(),
  projectRate: z.int().nullable(),
  monthlyRate: z.int().nullable(),
  isActive: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
  ...kept,
})
export type ServiceRate = z.infer<typeof ServiceRate>

export const ServiceRateView = ServiceRate.extend({ allowed: z.array(ServiceRateMove) })
export type ServiceRateView = z.infer<typeof ServiceRateView>

/** What a change of a card may touch that its history shows. */
export const RateFacts = ServiceRate.pick({ hourlyRate: true, projectRate: true, monthlyRate: true, isActive: true })
export type RateFacts = z.infer<typeof RateFacts>

/** One change of a card: who, when, and its prices after it (cents). `before` is null where it was made. */
export const ServiceRateHistoryEntry = z.object({
  id: Id,
  at: Instant,
  actorName: z.string().nullable(),
  before: RateFacts.nullable(),
  after: RateFacts,
})
export type ServiceRateHistoryEntry = z.infer<typeof ServiceRateHistoryEntry>

export function allowedMoves(rate: Pick<ServiceRate, 'isActive'>, actor: Actor): ServiceRateMove[] {
  return isAdministrator(actor) ? ['edit', rate.isActive ? 'deactivate' : 'activate'] : []
}

/** Administrators make and change cards; staff read them. */
export function assertCanChangeRates(actor: Actor): void {
  if (!isAdministrator(actor)) throw forbidden('Only an administrator can change the rate cards.')
}

/** A card with a change laid over it. */
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
