// A line of a proposal or a contract: a service from the rate cards or of one's own, in hours at a rate.
import { z } from 'zod'
import { Cents, lineTotal, optionalCents, Quantity } from './money.ts'
import { invalid } from './errors.ts'
import { optionalId, optionalName, optionalText, requiredName, Id } from './text.ts'

export const maxLines = 500

/** What a caller sends of a line; the portal computes its total and refuses another (`totalCost` in cents). */
export const ServiceLineInput = z.strictObject({
  serviceRateId: optionalId,
  customName: optionalName,
  description: optionalText,
  estimatedHours: Quantity,
  hourlyRate: Cents,
  totalCost: optionalCents,
})
export type ServiceLineInput = z.infer<typeof ServiceLineInput>

/** A line as it is kept: the name is written down, so that a later change of the rate card leaves it alone. */
export const ServiceLine = z.object({
  serviceRateId: Id.nullable(),
  customName: z.string(),
  description: z.string().nullable(),
  /** Null on a contract's line that was entered without hours or a price of its own. */
  estimatedHours: z.number().nullable(),
  hourlyRate: z.int().nullable(),
  totalCost: z.int().nullable(),
})
export type ServiceLine = z.infer<typeof ServiceLine>

export const TimelineEntry = z.strictObject({
  phase: requiredName('Please name the phase.'),
  duration: requiredName('Please say how long the phase takes.'),
  description: optionalText,
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

/** Cents of a line whose hours and rate are known; refuses one that came with another total. */
export function totalOfLine(line: Pick<ServiceLineInput, 'estimatedHours' | 'hourlyRate' | 'totalCost'>, path: string) {
  const total = lineTotal(line.estimatedHours, line.hourlyRate)
  if (line.totalCost !== null && line.totalCost !== total)
    throw invalid(`${path}.totalCost`, 'The total of this line is not its hours times its rate.')
  return total
}

/** A line as it is kept: named after its rate card unless it has a name of its own; `path` is where it stands in the body. */
export function composeLine(line: ServiceLineInput, rateNames: ReadonlyMap<string, string>, path: string) {
  const { serviceRateId, description, estimatedHours, hourlyRate } = line
  const rateName = serviceRateId === null ? undefined : rateNames.get(serviceRateId)
  if (serviceRateId !== null && rateName === undefined)
    throw invalid(`${path}.serviceRateId`, 'Please choose an active rate card.')
  const customName = line.customName ?? rateName
  if (customName === undefined) throw invalid(`${path}.customName`, 'Please name the service.')
  return { serviceRateId, customName, description, estimatedHours, hourlyRate, totalCost: totalOfLine(line, path) }
}
