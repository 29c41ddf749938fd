// The content of a contract, combined from the given values, its proposal, the folder's client, and, for an edit, the
// existing contract.
import type { ClientFolder } from './client-folder.ts'
import type { Contract } from './contract.ts'
import type { ContractLineInput } from './contract-lines.ts'
import { assertTotal, sumOf } from './money.ts'
import type { Proposal } from './proposal.ts'
import { agreedLines } from './proposal-options.ts'
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

/** What a contract takes from the proposal's current state. */
export type ProposalSource = Pick<Proposal, 'id' | 'clientFolderId' | 'status' | 'services' | 'chosenOptionIds'>

/** The folder's client, from the account and the folder. */
export interface ClientFacts {
  name: string | null
  email: string
  phone: string | null
  company: string | null
  address: string | null
}

/**
 * The folder's name, as in proposals and invoices: an account with several folders has only one company. Null if the folder
 * has the client's own name.
 */
export const companyIn = ({ name, clientName }: Pick<ClientFolder, 'name' | 'clientName'>): string | null =>
  name === clientName ? null : name

/** Defaults for values that are not given; null if there is no default. */
export interface ContractDefaults extends Omit<ContractContent, 'clientName' | 'clientEmail' | 'totalValue'> {
  clientName: string | null
  clientEmail: string | null
  totalValue: number | null
}

/** Given values; `undefined` for fields left out. */
export interface GivenContent {
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

/** An open or approved proposal of the folder; the same 400 for one of another folder. */
export function chooseProposal(proposal: ProposalSource | null, clientFolderId: string): ProposalSource {
  if (proposal?.clientFolderId !== clientFolderId || !['draft', 'sent', 'approved'].includes(proposal.status))
    throw invalid('proposalId', 'Choose a proposal from this folder that is sent or approved.')
  return proposal
}

/**
 * @param client used only for what the proposal leaves open; without a proposal, the contract must name the client
 * itself
 * @param terms those of the firm settings
 */
export const contractDefaults = (
  proposal: ProposalSource | null,
  client: ClientFacts | null,
  startDate: string,
  terms: string,
): ContractDefaults => ({
  proposalId: proposal?.id ?? null,
  clientName: (proposal && client?.name) ?? null,
  clientEmail: (proposal && client?.email) ?? null,
  clientPhone: (proposal && client?.phone) ?? null,
  clientCompany: (proposal && client?.company) ?? null,
  clientAddress: (proposal && client?.address) ?? null,
  services: proposal === null ? [] : agreedLines(proposal),
  terms,
  totalValue: null,
  startDate,
  endDate: null,
})

/** @param lines the given services, with rate card names filled in; undefined if none were given */
export function applyDefaults(
  ground: ContractDefaults,
  given: GivenContent,
  lines: ServiceLine[] | undefined,
): ContractContent {
  const or = <T>(value: T | undefined, otherwise: T): T => (value === undefined ? otherwise : value)
  const startDate = given.startDate ?? ground.startDate
  const endDate = or(given.endDate, ground.endDate)
  const services = lines ?? ground.services
  const { clientName, clientEmail } = known(
    given.clientName ?? ground.clientName,
    given.clientEmail ?? ground.clientEmail,
  )
  if (endDate !== null && endDate < startDate) throw invalid('endDate', 'The end date is before the start date.')
  return {
    proposalId: ground.proposalId,
    clientName,
    clientEmail,
    clientPhone: or(given.clientPhone, ground.clientPhone),
    clientCompany: or(given.clientCompany, ground.clientCompany),
    clientAddress: or(given.clientAddress, ground.clientAddress),
    services,
    terms: given.terms ?? ground.terms,
    totalValue: valueOf(services, given.totalValue, ground.totalValue),
    startDate,
    endDate,
  }
}

/** Fills in rate card names for lines without a name; throws 400 for an unknown card. */
export const namedLines = (lines: ContractLineInput[], cards: ReadonlyMap<string, string>): ServiceLine[] =>
  lines.map((line, index) => {
    const card = line.serviceRateId === null ? undefined : cards.get(line.serviceRateId)
    if (line.serviceRateId !== null && card === undefined)
      throw invalid(`services.${index}.serviceRateId`, 'Choose a rate card from the list.')
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

/** The sum if all lines have totals; otherwise the given value. */
function valueOf(services: readonly ServiceLine[], sent: number | null, before: number | null): number {
  const totals = services.flatMap(({ totalCost }) => totalCost ?? [])
  if (services.length > 0 && totals.length === services.length) return assertTotal('totalValue', sent, sumOf(totals))
  const value = sent ?? before
  if (value === null) throw invalid('totalValue', 'Total value is required when no proposal is chosen')
  return value
}
