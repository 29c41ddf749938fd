// Labels of stored statuses, for the team and for clients.
import type { InvoiceStatus } from '../../domain/invoice.ts'
import type { ProposalStatus } from '../../domain/proposal.ts'

export const invoiceLabels: Record<InvoiceStatus, string> = {
  draft: 'Draft',
  sent: 'Sent',
  overdue: 'Overdue',
  paid: 'Paid',
  void: 'Void',
}

export const proposalLabels: Record<ProposalStatus, string> = {
  draft: 'Draft',
  sent: 'Sent',
  approved: 'Approved',
  rejected: 'Declined',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
}

/** What the team has sent, the client has to pay or to answer. */
export const clientLabels = {
  invoice: { ...invoiceLabels, sent: 'Due' },
  proposal: { ...proposalLabels, sent: 'Awaiting response' },
}

/** Undefined for a status that it does not know. */
export const clientStatus = (kind: keyof typeof clientLabels, status: string): string | undefined =>
  Object.entries(clientLabels[kind]).find(([value]) => value === status)?.[1]
