// What stands in a contract, put together from what was sent, the proposal it comes from, the folder's client, and, for an edit,
// what stood there before.
import type { Contract } from './contract.ts'
import type { ContractLineInput } from './contract-lines.ts'
import { defaultTerms } from './contract-terms.ts'
import { assertTotal, sumOf } from './money.ts'
import type { Proposal } from './proposal.ts'
import { type Issue, invalid, DomainError } from './errors.ts'
import type { ServiceLine } from './service-line.ts'

export type ContractContent = Pick<
  Contract,
  | 'proposalId'
  | 'clientName'
  | 'clientEmail'
  | 'clientPhone'
  | 'clientCompany'
  | 'clientAddress'
  | 'services'
  | 'terms'
  | 'totalValue'
  | 'startDate'
  | 'endDate'
>

/** What a contract takes from its proposal, as that reads today. */
export type ProposalSource = Pick<Proposal, 'id' | 'clientFolderId' | 'status' | 'services'>

/** The folder's client, as the account has it. */
export interface ClientFacts {
  name: string | null
  email: string
  phone: string | null
  company: string | null
}

/** What stands there unless something else is said; null where nothing does. */
export interface Groundwork extends Omit<ContractContent, 'clientName' | 'clientEmail' | 'totalValue'> {
  clientName: string | null
  clientEmail: string | null
  totalValue: number | null
}

/** What may be said; `undefined` is left out. */
export interface Said {
  clientName?: string | null | undefined
  clientEmail?: string | null | undefined
  clientPhone?: string | null | undefined
  clientCompany?: string | null | undefined
  clientAddress?: string | null | undefined
  terms?: string | null | undefined
  totalValue: number | null
  startDate?: string | undefined
  endDate?: string | null | undefined
}

/** A proposal of the folder that is still open or approved; the same 400 for one of another folder. */
export function chooseProposal(proposal: ProposalSource | null, clientFolderId: string): ProposalSource {
  if (proposal?.clientFolderId !== clientFolderId || !['draft', 'sent', 'approved'].includes(proposal.status))
    throw invalid('proposalId', 'Please choose a proposal of this folder that is open or approved.')
  return proposal
}

/** @param client only asked for what a proposal leaves open: without one, a contract says itself whom it is with */
export const contractDefaults = (
  proposal: ProposalSource | null,
  client: ClientFacts | null,
  startDate: string,
): Groundwork => ({
  proposalId: proposal?.id ?? null,
  clientName: (proposal && client?.name) ?? null,
  clientEmail: (proposal && client?.email) ?? null,
  clientPhone: (proposal && client?.phone) ?? null,
  clientCompany: (proposal && client?.company) ?? null,
  clientAddress: null,
  services: proposal?.services ?? [],
  terms: defaultTerms,
  totalValue: null,
  startDate,
  endDate: null,
})

/** @param lines what was said of the services, with the names of rate cards filled in; undefined when nothing was */
export function compose(ground: Groundwork, said: Said, lines: ServiceLine[] | undefined): ContractContent {
  const or = <T>(value: T | undefined, otherwise: T): T => (value === undefined ? otherwise : value)
  const startDate = said.startDate ?? ground.startDate
  const endDate = or(said.endDate, ground.endDate)
  const services = lines ?? ground.services
  const { clientName, clientEmail } = known(
    said.clientName ?? ground.clientName,
    said.clientEmail ?? ground.clientEmail,
  )
  if (endDate !== null && endDate < startDate) throw invalid('endDate', 'The end date is before the start date.')
  return {
    proposalId: ground.proposalId,
    clientName,
    clientEmail,
    clientPhone: or(said.clientPhone, ground.clientPhone),
    clientCompany: or(said.clientCompany, ground.clientCompany),
    clientAddress: or(said.clientAddress, ground.clientAddress),
    services,
    terms: said.terms ?? ground.terms,
    totalValue: valueOf(services, said.totalValue, ground.totalValue),
    startDate,
    endDate,
  }
}

/** The names of rate cards for lines that have none of their own; a card that nobody knows is a 400. */
export const namedLines = (lines: ContractLineInput[], cards: ReadonlyMap<string, string>): ServiceLine[] =>
  lines.map((line, index) => {
    const card = line.serviceRateId === null ? undefined : cards.get(line.serviceRateId)
    if (line.serviceRateId !== null && card === undefined)
      throw invalid(`services.${index}.serviceRateId`, 'Please choose a rate card of the list.')
    return { ...line, customName: line.customName ?? card ?? '' }
  })

function known(clientName: string | null, clientEmail: string | null) {
  const issues: Issue[] = []
  if (clientName === null) issues.push({ path: 'clientName', message: 'Client name is required' })
  if (clientEmail === null) issues.push({ path: 'clientEmail', message: 'Client email is required' })
  if (clientName === null || clientEmail === null)
    throw new DomainError('invalid', issues[0]?.message ?? 'Client name is required', { issues })
  return { clientName, clientEmail }
}

/** Lines that all carry totals decide; otherwise what was typed. */
function valueOf(services: readonly ServiceLine[], sent: number | null, before: number | null): number {
  const totals = services.flatMap(({ totalCost }) => totalCost ?? [])
  if (services.length > 0 && totals.length === services.length) return assertTotal('totalValue', sent, sumOf(totals))
  const value = sent ?? before
  if (value === null) throw invalid('totalValue', 'Total value is required when no proposal is chosen')
  return value
}
