import type { AuditAction } from '../../domain/audit-events.ts'
import type { ContractDetails, ContractRelation, ContractStatus, ContractSummary } from '../../domain/contract.ts'
import type { ProposalView } from '../../domain/proposal.ts'
import { proposalLabels } from '../agreements/status-labels.ts'
import { formatDate, formatDateWithYear } from '../kit/dates.ts'
import { formatMoney } from '../kit/money.ts'
import { waitingSentence } from '../signing/waiting.ts'

/** "Starts Dec 1, 2026, ends Jun 30, 2027" */
export const runsWords = ({ startDate, endDate }: Pick<ContractSummary, 'startDate' | 'endDate'>): string =>
  endDate === null
    ? `Starts ${formatDate(startDate)}, until terminated`
    : `${formatDateWithYear(startDate)} to ${formatDateWithYear(endDate)}`

/** Whom it is with: the company, or the person. */
export const partyOf = ({ clientCompany, clientName }: Pick<ContractSummary, 'clientCompany' | 'clientName'>) =>
  clientCompany ?? clientName

/** What it is about: its first two services. */
export function nameOf({ services, contractNumber }: Pick<ContractDetails, 'services' | 'contractNumber'>): string {
  const [first, second, ...others] = services.map(({ customName }) => customName)
  if (first === undefined) return contractNumber
  const names = second === undefined ? first : `${first}, ${second}`
  return others.length === 0 ? names : `${names} and ${others.length} more`
}

/** What a proposal among others is chosen by; that one has a contract already, lest the client gets a second. */
export const proposalWords = ({
  status,
  totalCost,
  contractId,
}: Pick<ProposalView, 'status' | 'totalCost' | 'contractId'>): string =>
  `${proposalLabels[status]}, ${formatMoney(totalCost)}${contractId === null ? '' : ', already has a contract'}`

/** What a contract does to the earlier one: "Renews PROHR-202611-001". */
export const relationLabels: Record<ContractRelation, string> = { renewal: 'Renews', amendment: 'Amends' }

/** The status as a sentence; the reason is shown separately. */
export function statusSentence(
  { status, signature, signedAt, signers }: Pick<ContractDetails, 'status' | 'signature' | 'signedAt' | 'signers'>,
  isSigner: boolean,
): string {
  const signer = signature?.signerName ?? 'The client'
  const signed = signedAt === null ? '' : `${signer} signed it on ${formatDateWithYear(signedAt)}.`
  const words: Record<ContractStatus, string> = {
    draft: isSigner ? 'Awaiting your signature.' : (waitingSentence(signers) ?? 'Awaiting the client’s signature.'),
    active: signed,
    completed: `Completed. ${signed}`,
    cancelled: 'Canceled before it was signed.',
    declined: 'Declined by the client.',
    terminated: `Terminated. ${signed}`,
  }
  return words[status]
}

const auditEntries: Record<string, string> = {
  'contract.created': 'Created',
  'contract.changed': 'Text updated',
  'contract.firm-signed': 'Signed for the firm',
  'contract.opened': 'Opened',
  'contract.signature-reminded': 'Reminder to sign sent',
  'contract.signature-delegated': 'Signature delegated',
  'contract.signers-changed': 'Signers changed',
  'contract.signed': 'Signed',
  'contract.sealed': 'Sealed',
  'contract.end-reminded': 'Team reminded of the end date',
  'contract.renewal-created': 'Renewal created',
  'contract.amendment-created': 'Amendment created',
  'contract.declined': 'Declined',
  'contract.cancelled': 'Canceled',
  'contract.completed': 'Completed',
  'contract.terminated': 'Terminated',
} satisfies Partial<Record<AuditAction, string>>

/** "Signed by Ann Keller"; automatic changes are attributed to the portal. */
export const historyWords = ({ action, actorName }: ContractDetails['history'][number]) =>
  `${auditEntries[action] ?? 'Updated'} by ${actorName ?? 'the portal'}`

/** Sort orders other than newest first. */
export const orders = [
  { value: 'ends', label: 'Earliest end date' },
  { value: 'ends-desc', label: 'Latest end date' },
  { value: 'amount', label: 'Highest total value' },
  { value: 'amount-asc', label: 'Lowest total value' },
] as const

/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  complete: 'This marks the contract as complete and notifies the client. You can’t undo this.',
  beingSealed: 'The signed copy is being sealed. It will be ready in a moment.',
  ownPassword: 'Confirms that it’s you. The certificate records that it was entered.',
  decline: 'We’ll read your reason and contact you. You won’t be able to sign this contract after you decline.',
  cancel: 'The client won’t be able to sign it and will be notified. It stays on file.',
  amend: (number: string) =>
    `Contract ${number} stays active. Enter only what you’re adding: these services and this total value are in addition to it.`,
  renew: (number: string) =>
    `Filled in from contract ${number} for the next term. That contract doesn’t change and still ends on its end date.`,
  terminate: 'The contract ends early, and we’ll notify the client. You can’t undo this.',
}
