// A line of a proposal or contract: a service from the rate cards or a custom one, in hours at a rate.
import { z } from 'zod'
import { Cents, lineTotal, optionalCents, Quantity } from './money.ts'
import { invalid } from './errors.ts'
import { optionalId, optionalName, optionalText, requiredName, Id } from './text.ts'

export const maxLines = 500

/** A line as sent by callers; the portal computes its total and refuses a different one (`totalCost` in cents). */
export const ServiceLineInput = z.strictObject({
  serviceRateId: optionalId,
  customName: optionalName,
  description: optionalText,
  estimatedHours: Quantity,
  hourlyRate: Cents,
  totalCost: optionalCents,
})
export type ServiceLineInput = z.infer<typeof ServiceLineInput>

/** A stored line: the name is copied, so that a later change of the rate card does not affect it. */
export const ServiceLine = z.object({
  serviceRateId: Id.nullable(),
  customName: z.string(),
  description: z.string().nullable(),
  /** Null on a contract's line that was entered without hours or a price. */
  estimatedHours: z.number().nullable(),
  hourlyRate: z.int().nullable(),
  totalCost: z.int().nullable(),
})
export type ServiceLine = z.infer<typeof ServiceLine>

export const TimelineEntry = z.strictObject({
  phase: requiredName('Enter a name for the phase.'),
  duration: requiredName('Enter how long the phase takes.'),
  description: optionalText,
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

/** The total of a line with known hours and rate, in cents; throws if a different total was sent. */
export function totalOfLine(line: Pick<ServiceLineInput, 'estimatedHours' | 'hourlyRate' | 'totalCost'>, path: string) {
  const total = lineTotal(line.estimatedHours, line.hourlyRate)
  if (line.totalCost !== null && line.totalCost !== total)
    throw invalid(`${path}.totalCost`, 'The total of this line doesn’t equal its hours times its rate.')
  return total
}

/** A line to store: named after its rate card unless it has its own name; `path` is its place in the body. */
export function composeLine(line: ServiceLineInput, rateNames: ReadonlyMap<string, string>, path: string) {
  const { serviceRateId, description, estimatedHours, hourlyRate } = line
  const rateName = serviceRateId === null ? undefined : rateNames.get(serviceRateId)
  if (serviceRateId !== null && rateName === undefined)
    throw invalid(`${path}.serviceRateId`, 'Choose an active rate card.')
  const customName = line.customName ?? rateName
  if (customName === undefined) throw invalid(`${path}.customName`, 'Enter a name for the service.')
  return { serviceRateId, customName, description, estimatedHours, hourlyRate, totalCost: totalOfLine(line, path) }
}
