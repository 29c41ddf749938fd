// Form values of a proposal.
import type { z } from 'zod'
import type { ProposalInput, ProposalView } from '../../domain/proposal.ts'
import type { PortalForm } from '../kit/form-with.ts'
import { totalOfLines } from '../kit/lines.ts'
import { serviceColumns, serviceLineFormValues } from '../service-rates/service-lines.ts'

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
})

export const formValuesOf = (proposal: ProposalView): ProposalFormValues => ({
  clientFolderId: proposal.clientFolderId,
  title: proposal.title,
  description: proposal.description,
  validUntil: proposal.validUntil ?? '',
  services: proposal.services.map(serviceLineFormValues),
  timeline: proposal.timeline.map((entry) => ({ ...entry, description: entry.description ?? '' })),
})

/** The total of all lines, in cents. */
export const formTotal = ({ services }: Pick<ProposalFormValues, 'services'>) => totalOfLines(services, serviceColumns)
