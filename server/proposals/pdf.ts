import type { ClientFolder } from '../../domain/client-folder.ts'
import type { FullProposal, Proposal } from '../../domain/proposal.ts'
import { hasOptions } from '../../domain/proposal-options.ts'
import { officeDate } from '../../domain/time.ts'
import type { ProposalDocument } from '../pdf-templates/proposal.ts'

/** Content of a proposal's PDF. */
export const proposalDocument = (proposal: FullProposal, folder: ClientFolder): ProposalDocument => ({
  title: proposal.title,
  status: proposal.status,
  revision: proposal.revision,
  replacesOneOf: proposal.revises?.sentAt ?? null,
  date: officeDate(new Date(proposal.sentAt ?? proposal.createdAt)),
  validUntil: proposal.validUntil,
  client: {
    name: folder.name,
    person: folder.clientName,
    address: null,
    email: folder.clientEmail,
    phone: null,
  },
  preparedBy: proposal.createdByName,
  description: proposal.description,
  hasOptions: hasOptions(proposal) && proposal.chosenOptionIds === null,
  services: proposal.services.map(({ customName, description, estimatedHours, hourlyRate, totalCost, optionId }) => ({
    name: optionId === undefined ? customName : `${customName} (${optionWords(proposal, optionId)})`,
    description,
    hours: estimatedHours,
    rate: hourlyRate,
    total: totalCost,
  })),
  timeline: proposal.timeline,
  totalCost: proposal.totalCost,
  terms: proposal.terms,
  decision:
    proposal.decidedAt === null
      ? null
      : { by: proposal.decidedByName ?? 'the client', at: proposal.decidedAt, comment: proposal.comment },
})

const optionWords = ({ chosenOptionIds }: Proposal, id: string) => {
  if (chosenOptionIds === null) return 'optional'
  return chosenOptionIds.includes(id) ? 'optional, chosen' : 'optional, not chosen'
}

/** "Handbook project, version 2.pdf" */
export function fileNameOf({ title, revision }: Pick<Proposal, 'title' | 'revision'>): string {
  // Cut by code points, because half a surrogate pair is invalid in a header.
  const beginning = Array.from(title.replace(/[/\\]/g, '-')).slice(0, 120).join('')
  return `${beginning}${revision === 1 ? '' : `, version ${revision}`}.pdf`
}
