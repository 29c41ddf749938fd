// What the fields of a template are filled in with in a contract or proposal.
import type { Contract } from './contract.ts'
import { inDollars } from './money.ts'
import type { Proposal } from './proposal.ts'
import { agreedLines } from './proposal-options.ts'
import type { FieldValues } from './template-fields.ts'
import { officeDate } from './time.ts'

export type ContractFacts = Pick<
  Contract,
  | 'clientName'
  | 'clientCompany'
  | 'clientEmail'
  | 'clientAddress'
  | 'contractNumber'
  | 'createdAt'
  | 'startDate'
  | 'endDate'
  | 'services'
  | 'totalValue'
>

export const contractFieldValues = (contract: ContractFacts): FieldValues => ({
  client: contract.clientCompany ?? contract.clientName,
  'client name': contract.clientName,
  'client email': contract.clientEmail,
  'client address': contract.clientAddress,
  'contract number': contract.contractNumber,
  'contract date': longDate(officeDate(new Date(contract.createdAt))),
  'start date': longDate(contract.startDate),
  'end date': contract.endDate === null ? null : longDate(contract.endDate),
  services: serviceNames(contract.services),
  'total value': inDollars(contract.totalValue),
})

/** Where a missing value is entered, by field. The others always have one. */
export const contractFieldPaths: Record<string, string> = {
  'client address': 'clientAddress',
  'end date': 'endDate',
  services: 'services',
}

export interface ProposalFacts extends Pick<
  Proposal,
  'title' | 'services' | 'chosenOptionIds' | 'totalCost' | 'validUntil'
> {
  /** The client folder and its client; null for a folder without one. */
  folderName: string
  clientName: string | null
}

export const proposalFieldValues = (proposal: ProposalFacts): FieldValues => ({
  client: proposal.folderName,
  'client name': proposal.clientName ?? proposal.folderName,
  title: proposal.title,
  'valid until': proposal.validUntil === null ? null : longDate(proposal.validUntil),
  services: serviceNames(agreedLines(proposal)),
  total: inDollars(proposal.totalCost),
})

const date = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'long', day: 'numeric', year: 'numeric' })
/** "December 1, 2026" */
export const longDate = (day: string) => date.format(new Date(`${day}T00:00:00Z`))

const list = new Intl.ListFormat('en-US', { type: 'conjunction' })
const serviceNames = (services: Contract['services']): string | null =>
  services.length === 0 ? null : list.format(new Set(services.map(({ customName }) => customName)))
