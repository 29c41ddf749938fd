// Form values of a proposal.
import type { z } from 'zod'
import type { ProposalInput, ProposalView } from '../../domain/proposal.ts'
import type { ProposalLine } from '../../domain/proposal-options.ts'
import type { PortalForm } from '../kit/form-with.ts'
import { totalOfLines } from '../kit/lines.ts'
import { printedServiceLines, serviceColumns, serviceLineFormValues } from '../service-rates/service-lines.ts'

export type ProposalFormValues = z.input<typeof ProposalInput>
export type ProposalForm = PortalForm<ProposalFormValues, ProposalInput>

/** A typical timeline as the default. */
const usualTimeline = [
  { phase: 'Assessment', duration: '1-2 weeks', description: '' },
  { phase: 'Implementation', duration: '2-4 weeks', description: '' },
  { phase: 'Review', duration: '1 week', description: '' },
]

export const newProposal = (clientFolderId: string): ProposalFormValues => ({
  clientFolderId,
  title: '',
  description: '',
  validUntil: '',
  services: [],
  timeline: usualTimeline,
  template: null,
})

export const formValuesOf = (proposal: ProposalView): ProposalFormValues => ({
  clientFolderId: proposal.clientFolderId,
  title: proposal.title,
  description: proposal.description,
  validUntil: proposal.validUntil ?? '',
  services: proposal.services.map((line) => ({
    ...serviceLineFormValues(line),
    isOptional: line.optionId !== undefined,
  })),
  timeline: proposal.timeline.map((entry) => ({ ...entry, description: entry.description ?? '' })),
  template: proposal.template,
})

type Services = Pick<ProposalFormValues, 'services'>

/** The total without optional services, in cents. */
export const formTotal = ({ services }: Services) =>
  totalOfLines(
    services.filter(({ isOptional }) => isOptional !== true),
    serviceColumns,
  )

/** The total if the client chooses everything, in cents. */
export const formTotalWithOptions = ({ services }: Services) => totalOfLines(services, serviceColumns)

/** The lines as they are printed. */
export const printedLines = (services: ProposalFormValues['services']): ProposalLine[] =>
  printedServiceLines(services).map((line, index) =>
    services[index]?.isOptional === true ? { ...line, optionId: String(index) } : line,
  )
