// A proposal's state in plain words.
import { type Proposal, ProposalStatus } from '../../domain/proposal.ts'
import { formatDate, formatDue } from '../kit/dates.ts'
import { choicesOf } from '../kit/SelectField.tsx'

export const statusLabels: Record<ProposalStatus, string> = {
  draft: 'Draft',
  sent: 'Sent',
  approved: 'Approved',
  rejected: 'Declined',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
}

/** What one may look for; a client never sees a draft. */
export const statusChoices = (withDrafts: boolean) =>
  choicesOf(
    ProposalStatus.options.filter((each) => withDrafts || each !== 'draft'),
    statusLabels,
  )

type Facts = Pick<Proposal, 'status' | 'validUntil' | 'decidedAt' | 'updatedAt'>

/** What matters next: "Valid until Mar 14, in 3 days", "Approved Mar 10". */
export function whenWords({ status, validUntil, decidedAt, updatedAt }: Facts, now: Date): string {
  switch (status) {
    case 'approved':
    case 'rejected':
      return `${statusLabels[status]} ${formatDate(decidedAt ?? updatedAt, now)}`
    case 'withdrawn':
      return `Withdrawn ${formatDate(updatedAt, now)}`
    case 'expired':
      return validUntil === null ? 'Expired' : `Was valid until ${formatDue(validUntil, now)}`
    case 'draft':
    case 'sent':
      return validUntil === null ? 'No last day set' : `Valid until ${formatDue(validUntil, now)}`
  }
}

/** "Version 2"; a first one needs no number. */
export const versionWords = ({ revision }: Pick<Proposal, 'revision'>) => (revision === 1 ? '' : `Version ${revision}`)

/** Besides the newest first. */
export const orders = [
  { value: 'valid', label: 'Expires first' },
  { value: 'amount', label: 'Largest first' },
] as const
