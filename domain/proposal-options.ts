// Optional services of a proposal. Until it is approved, its total excludes them. The client chooses among them when approving,
// and the contract contains only the chosen ones.
import { z } from 'zod'
import { invalid } from './errors.ts'
import { sumOf } from './money.ts'
import { maxLines, ServiceLine, ServiceLineInput } from './service-line.ts'
import { Id } from './text.ts'

/** A line as sent by callers. */
export const ProposalLineInput = ServiceLineInput.extend({
  isOptional: z.boolean('Choose whether the service is optional.').optional(),
})
export type ProposalLineInput = z.infer<typeof ProposalLineInput>

/** A stored line; only optional ones have an `optionId`. */
export const ProposalLine = ServiceLine.extend({ optionId: Id.optional() })
export type ProposalLine = z.infer<typeof ProposalLine>

const notAnOption = 'Choose from the optional services of this proposal.'

export const ChosenOptionIds = z.array(z.uuid(notAnOption), notAnOption).max(maxLines, notAnOption)

interface Offer {
  services: readonly ProposalLine[]
  /** Null before the approval, and without optional services. */
  chosenOptionIds: readonly string[] | null
}

export const hasOptions = ({ services }: Pick<Offer, 'services'>): boolean =>
  services.some(({ optionId }) => optionId !== undefined)

/** The services that count: those that are not optional, and the optional ones that the client chose. */
export const agreedLines = ({ services, chosenOptionIds }: Offer): ServiceLine[] =>
  services.flatMap(({ optionId, ...line }) =>
    optionId === undefined || chosenOptionIds?.includes(optionId) === true ? [line] : [],
  )

/** The total of the services that count, in cents. */
export const agreedTotal = (offer: Offer): number => sumOf(agreedLines(offer).map(({ totalCost }) => totalCost ?? 0))

/**
 * The chosen ids in the order of the lines; null if nothing is optional. Throws 400 for an id that is not an optional line
 * of this proposal, or is given twice.
 */
export function chooseOptions({ services }: Pick<Offer, 'services'>, ids: readonly string[]): string[] | null {
  const options = services.flatMap(({ optionId }) => optionId ?? [])
  for (const [index, id] of ids.entries()) {
    if (!options.includes(id)) throw invalid(`chosenOptionIds.${index}`, notAnOption)
    if (ids.indexOf(id) !== index) throw invalid(`chosenOptionIds.${index}`, 'Choose each optional service only once.')
  }
  return options.length === 0 ? null : options.filter((id) => ids.includes(id))
}
