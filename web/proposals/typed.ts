// What a proposal's form holds.
import type { z } from 'zod'
import type { ProposalInput, ProposalView } from '../../domain/proposal.ts'
import { totalOfLines } from '../kit/lines.ts'
import { serviceColumns, typedServiceLine } from '../service-rates/service-lines.ts'

export type ProposalTyped = z.input<typeof ProposalInput>

/** What most projects look like; every word of it can be changed. */
const usualTimeline = [
  { phase: 'Assessment', duration: '1-2 weeks', description: '' },
  { phase: 'Implementation', duration: '2-4 weeks', description: '' },
  { phase: 'Review', duration: '1 week', description: '' },
]

export const newProposal = (clientFolderId: string): ProposalTyped => ({
  clientFolderId,
  title: '',
  description: '',
  validUntil: '',
  services: [],
  timeline: usualTimeline,
})

export const typedFrom = (proposal: ProposalView): ProposalTyped => ({
  clientFolderId: proposal.clientFolderId,
  title: proposal.title,
  description: proposal.description,
  validUntil: proposal.validUntil ?? '',
  services: proposal.services.map(typedServiceLine),
  timeline: proposal.timeline.map((entry) => ({ ...entry, description: entry.description ?? '' })),
})

/** Cents of all lines as they stand in the form. */
export const typedTotal = ({ services }: Pick<ProposalTyped, 'services'>) => totalOfLines(services, serviceColumns)
