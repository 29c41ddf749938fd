// The hourly rate that a client pays for a service instead of the rate card's, from a day on. It is never earlier than
// today, so that work keeps the price that applied when it was done; a price that has not started can be deleted.
import { z } from 'zod'
import { type Actor, isAdministrator } from './actor.ts'
import { conflict, forbidden, invalid } from './errors.ts'
import { Cents } from './money.ts'
import { CalendarDate, Id, Instant, versioned, optionalDate } from './text.ts'

/** In cents. `effectiveFrom` is today if left out. */
export const ClientPriceInput = z.strictObject({
  serviceRateId: z.uuid('Choose a rate card.'),
  /** Null: from that day on, the rate card's hourly rate applies again. */
  hourlyRate: Cents.nullable(),
  effectiveFrom: optionalDate,
})
export type ClientPriceInput = z.infer<typeof ClientPriceInput>

export const ClientPriceStatus = z.enum(['past', 'current', 'scheduled'])
export type ClientPriceStatus = z.infer<typeof ClientPriceStatus>

export const ClientPriceAction = z.enum(['end', 'delete'])
export type ClientPriceAction = z.infer<typeof ClientPriceAction>

export const ClientPrice = z.object({
  id: Id,
  clientFolderId: Id,
  serviceRateId: Id,
  serviceName: z.string(),
  effectiveFrom: CalendarDate,
  /** In cents; null where the rate card's hourly rate applies again. */
  hourlyRate: z.int().nullable(),
  /** The rate card's hourly rate as of today. */
  cardRate: z.int().nullable(),
  /** As of today. */
  status: ClientPriceStatus,
  createdByName: z.string().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  ...versioned,
})
export type ClientPrice = z.infer<typeof ClientPrice>

export const ClientPriceView = ClientPrice.extend({ allowed: z.array(ClientPriceAction) })
export type ClientPriceView = z.infer<typeof ClientPriceView>

/** Where the hourly rate of recorded time is from. */
export const RateSource = z.enum(['card', 'client'])
export type RateSource = z.infer<typeof RateSource>

export const rateSourceLabels: Record<RateSource, string> = { card: 'Rate card', client: 'Client price' }

/** An hourly rate in cents, and where it is from. */
export interface AppliedRate {
  hourlyRate: number
  rateSource: RateSource
}

/** The client's price or, without one, the rate card's; null if there is neither. */
export function rateThatApplies(clientRate: number | null, cardRate: number | null): AppliedRate | null {
  if (clientRate !== null) return { hourlyRate: clientRate, rateSource: 'client' }
  return cardRate === null ? null : { hourlyRate: cardRate, rateSource: 'card' }
}

export function allowedForPrice(
  { status, hourlyRate }: Pick<ClientPrice, 'status' | 'hourlyRate'>,
  actor: Actor,
  folderIsOpen: boolean,
): ClientPriceAction[] {
  if (!isAdministrator(actor) || !folderIsOpen) return []
  if (status === 'scheduled') return ['delete']
  return status === 'current' && hourlyRate !== null ? ['end'] : []
}

/** Administrators set prices; the team reads them. */
export function assertCanChangePrices(actor: Actor): void {
  if (!isAdministrator(actor)) throw forbidden('Only an administrator can change client prices.')
}

/** The first day of a price; throws 400 for one in the past. */
export function firstDayOf({ effectiveFrom }: Pick<ClientPriceInput, 'effectiveFrom'>, today: string): string {
  const day = effectiveFrom ?? today
  if (day < today) throw invalid('effectiveFrom', 'A client price can start today or later.')
  return day
}

/** Throws 409 for a price that has started, because time was priced by it. */
export function assertCanDeletePrice({ effectiveFrom }: Pick<ClientPrice, 'effectiveFrom'>, today: string): void {
  if (effectiveFrom <= today)
    throw conflict('This price has already started. To replace it, add a price that starts today.')
}
