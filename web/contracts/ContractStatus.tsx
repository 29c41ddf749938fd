import type { ContractSummary } from '../../domain/contract.ts'
import { turnsOf } from '../../domain/signer.ts'
import { Badge, StatusBadge } from '../kit/StatusBadge.tsx'

/** To anyone who is to sign it, a contract is "To sign", whatever its status; to others it awaits the signature of whose turn it is. */
export function ContractStatus({
  contract: { status, allowed, signers },
}: {
  contract: Pick<ContractSummary, 'status' | 'allowed' | 'signers'>
}) {
  if (allowed.includes('sign')) return <Badge tone="warn">To sign</Badge>
  if (status === 'draft' && turnsOf(signers).length > 0) return <Badge tone="warn">Awaiting signature</Badge>
  return <StatusBadge kind="contract" status={status} />
}
