import type { AuditAction } from '../../domain/audit-events.ts'
import type { ContractDetails, ContractStatus, ContractSummary } from '../../domain/contract.ts'
import type { ProposalView } from '../../domain/proposal.ts'
import { formatDate, formatLongDate } from '../kit/dates.ts'
import { formatMoney } from '../kit/money.ts'
import { statusWords } from '../kit/StatusBadge.tsx'

/** "Starts Dec 1, 2026, ends Jun 30, 2027" */
export const runsWords = ({ startDate, endDate }: Pick<ContractSummary, 'startDate' | 'endDate'>): string =>
  endDate === null
    ? `Starts ${formatDate(startDate)}, until terminated`
    : `${formatDate(startDate)} to ${formatDate(endDate)}`

/** Whom it is with: the company, or the person. */
export const partyOf = ({ clientCompany, clientName }: Pick<ContractSummary, 'clientCompany' | 'clientName'>) =>
  clientCompany ?? clientName

/** What a proposal among others is chosen by; that one has a contract already, lest the client gets a second. */
export const proposalWords = ({
  status,
  totalCost,
  contractId,
}: Pick<ProposalView, 'status' | 'totalCost' | 'contractId'>): string =>
  `${statusWords(status)}, ${formatMoney(totalCost)}${contractId === null ? '' : ', has a contract already'}`

/** Where it stands, in a sentence for whoever reads it; the reason stands beside it. */
export function standsWords(
  { status, signature, signedAt }: Pick<ContractDetails, 'status' | 'signature' | 'signedAt'>,
  isSigner: boolean,
): string {
  const signer = signature?.signerName ?? 'The client'
  const signed = signedAt === null ? '' : `${signer} signed it on ${formatLongDate(signedAt)}.`
  const words: Record<ContractStatus, string> = {
    draft: isSigner ? 'It is waiting for your signature.' : 'It is waiting for the client’s signature.',
    active: signed,
    completed: `Its work is done. ${signed}`,
    cancelled: 'It was cancelled before it was signed.',
    declined: 'The client declined it.',
    terminated: `It was terminated. ${signed}`,
  }
  return words[status]
}

const deeds: Record<string, string> = {
  'contract.created': 'Made',
  'contract.changed': 'Text changed',
  'contract.opened': 'Opened',
  'contract.signed': 'Signed',
  'contract.sealed': 'Sealed',
  'contract.declined': 'Declined',
  'contract.cancelled': 'Cancelled',
  'contract.completed': 'Completed',
  'contract.terminated': 'Terminated',
} satisfies Partial<Record<AuditAction, string>>

/** "Signed by Ann Keller"; what the portal does by itself is its own. */
export const historyWords = ({ action, actorName }: ContractDetails['history'][number]) =>
  `${deeds[action] ?? 'Changed'} by ${actorName ?? 'the portal'}`

/** Besides the newest first. */
export const orders = [
  { value: 'ends', label: 'Ends first' },
  { value: 'amount', label: 'Largest first' },
] as const
