import { isClient } from '../../domain/actor.ts'
import type { ContractStatus as Contract } from '../../domain/contract.ts'
import type { InvoiceStatus as Invoice } from '../../domain/invoice.ts'
import type { ProposalStatus as Proposal } from '../../domain/proposal.ts'
import { Badge, StatusBadge } from '../kit/StatusBadge.tsx'
import { useUser } from '../session/use-auth.ts'
import { clientLabels, contractLabels, invoiceLabels, proposalLabels } from './status-labels.ts'

/** The status of an invoice: to a client, a sent one is due. */
export function InvoiceStatus({ status }: { status: Invoice }) {
  const readsAsClient = isClient(useUser())
  if (readsAsClient && status === 'sent') return <Badge tone="warn">{clientLabels.invoice.sent}</Badge>
  return <StatusBadge kind="invoice" status={status} label={invoiceLabels[status]} />
}

type ProposalStatusProps = {
  status: Proposal
  /** Whether the reader can respond to it. */
  needsResponse?: boolean
}

/** The status of a proposal: to a client, a sent one awaits a response, theirs or that of the folder's client. */
export function ProposalStatus({ status, needsResponse = false }: ProposalStatusProps) {
  const readsAsClient = isClient(useUser())
  if (needsResponse) return <Badge tone="warn">Needs your response</Badge>
  const label = readsAsClient && status === 'sent' ? clientLabels.proposal.sent : proposalLabels[status]
  return <StatusBadge kind="proposal" status={status} label={label} />
}

type ContractStatusProps = {
  status: Contract
  /** Whether the reader can sign it now. */
  needsSignature: boolean
}

/** The status of a contract: "To sign" for anyone who is to sign it, whatever its status. */
export const ContractStatus = ({ status, needsSignature }: ContractStatusProps) =>
  needsSignature ? (
    <Badge tone="warn">To sign</Badge>
  ) : (
    <StatusBadge kind="contract" status={status} label={contractLabels[status]} />
  )
