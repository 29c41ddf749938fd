import type { ContractDetails, ContractStatus, ContractSummary } from '../../domain/contract.ts'
import { formatDate, formatLongDate } from '../kit/dates.ts'

/** "Starts Dec 1, 2026, ends Jun 30, 2027" */
export const runsWords = ({ startDate, endDate }: Pick<ContractSummary, 'startDate' | 'endDate'>): string =>
  endDate === null
    ? `Starts ${formatDate(startDate)}, until terminated`
    : `${formatDate(startDate)} to ${formatDate(endDate)}`

/** Whom it is with: the company, or the person. */
export const partyOf = ({ clientCompany, clientName }: Pick<ContractSummary, 'clientCompany' | 'clientName'>) =>
  clientCompany ?? clientName

/** Where it stands, in a sentence for whoever reads it. */
export function standsWords(
  { status, signature, signedAt, reason }: Pick<ContractDetails, 'status' | 'signature' | 'signedAt' | 'reason'>,
  isSigner: boolean,
): string {
  const signed =
    signedAt === null ? '' : `${signature?.signerName ?? 'The client'} signed it on ${formatLongDate(signedAt)}.`
  const because = reason === null ? '' : ` ${reason}`
  const words: Record<ContractStatus, string> = {
    draft: isSigner ? 'It is waiting for your signature.' : 'It is waiting for the client’s signature.',
    active: signed,
    completed: `It is completed. ${signed}`,
    cancelled: `It was cancelled before it was signed.${because}`,
    declined: isSigner ? `You declined it.${because}` : `The client declined it.${because}`,
    terminated: `It was terminated.${because} ${signed}`,
  }
  return words[status].trim()
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
}

/** "Signed by Ann Keller"; what the portal does by itself is its own. */
export const historyWords = ({ action, actorName }: ContractDetails['history'][number]) =>
  `${deeds[action] ?? 'Changed'} by ${actorName ?? 'the portal'}`
