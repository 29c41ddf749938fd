// Labels for the state of a proposal.
import { type Proposal, ProposalStatus, type ProposalView } from '../../domain/proposal.ts'
import { clientLabels, proposalLabels } from '../agreements/status-labels.ts'
import { formatDate, formatDue } from '../kit/dates.ts'
import { choicesOf } from '../kit/SelectField.tsx'

export const statusLabels = proposalLabels

/** The views by status; clients never see drafts. */
export const statusChoices = (isTeam: boolean) =>
  choicesOf(
    ProposalStatus.options.filter((each) => isTeam || each !== 'draft'),
    isTeam ? statusLabels : clientLabels.proposal,
  )

type Facts = Pick<Proposal, 'status' | 'validUntil' | 'decidedAt' | 'updatedAt'>

/** The most relevant date: "Valid until Mar 14, in 3 days", "Approved Mar 10". */
export function whenWords({ status, validUntil, decidedAt, updatedAt }: Facts, now: Date): string {
  switch (status) {
    case 'approved':
    case 'rejected':
      return `${statusLabels[status]} ${formatDate(decidedAt ?? updatedAt, now)}`
    case 'withdrawn':
      return `Withdrawn ${formatDate(updatedAt, now)}`
    case 'expired':
      return validUntil === null ? 'Expired' : `Expired ${formatDue(validUntil, now)}`
    case 'draft':
    case 'sent':
      return validUntil === null ? 'No expiration' : `Valid until ${formatDue(validUntil, now)}`
  }
}

/** "Version 2"; empty for a first version. */
export const versionWords = ({ revision }: Pick<Proposal, 'revision'>) => (revision === 1 ? '' : `Version ${revision}`)

/** Sort orders other than newest first. */
export const orders = [
  { value: 'valid', label: 'Earliest expiration' },
  { value: 'valid-desc', label: 'Latest expiration' },
  { value: 'amount', label: 'Highest total' },
  { value: 'amount-asc', label: 'Lowest total' },
] as const

export const sendWords = ({ clientFolderName, revises }: ProposalView) => ({
  title: 'Send this proposal?',
  question:
    revises === null
      ? `${clientFolderName} can respond right away. You can’t edit a proposal after it’s sent, but you can revise it.`
      : `${clientFolderName} can respond right away. Version ${revises.revision} will be withdrawn if the client hasn’t responded to it.`,
  act: 'Send proposal',
})

/** What was never sent can’t be withdrawn from anyone. */
export const withdrawLabel = ({ sentAt }: Pick<ProposalView, 'sentAt'>) =>
  sentAt === null ? 'Discard draft' : 'Withdraw'

export const withdrawWords = ({ clientFolderName, sentAt, status }: ProposalView) => ({
  title: sentAt === null ? 'Discard this draft?' : 'Withdraw this proposal?',
  question:
    sentAt === null
      ? 'The draft stays on file but can’t be edited or sent.'
      : status === 'expired'
        ? `It has already expired. ${clientFolderName} can still read it.`
        : `${clientFolderName} can still read it but can’t approve it anymore.`,
  act: sentAt === null ? 'Discard draft' : 'Withdraw proposal',
})

/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  comment: 'What would you like changed? We can send a revised proposal.',
  contractNext: 'Next, we’ll send you a contract to sign.',
  newContract: (title: string, total: string) =>
    `${title}, ${total}. We’ll fill in the client and services, and notify the client to sign right away.`,
  options: (total: string) => `Choose the optional services that you want, then respond. Your total is ${total}.`,
  noProposals: 'Create one from your rate cards and send it. The client responds in the portal.',
}
