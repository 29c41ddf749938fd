// Labels of stored statuses, for the team and for clients.
import type { ContractStatus } from '../../domain/contract.ts'
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

/** A draft is visible to the client, and awaits the signatures of their side. */
export const contractLabels: Record<ContractStatus, string> = {
  draft: 'Awaiting signature',
  active: 'Active',
  completed: 'Completed',
  cancelled: 'Cancelled',
  declined: 'Declined',
  terminated: 'Terminated',
}

const teamLabels = { invoice: invoiceLabels, proposal: proposalLabels, contract: contractLabels }

/** What the team has sent, the client has to pay or to answer. */
export const clientLabels = {
  invoice: { ...invoiceLabels, sent: 'Due' },
  proposal: { ...proposalLabels, sent: 'Awaiting response' },
  contract: contractLabels,
}

/** The label of any kind's status; undefined for other kinds. */
export function agreementLabel(kind: string, status: string, isClient: boolean): string | undefined {
  const labels: Record<string, Record<string, string> | undefined> = isClient ? clientLabels : teamLabels
  return labels[kind]?.[status]
}
