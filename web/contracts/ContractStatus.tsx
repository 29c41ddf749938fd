import type { ContractSummary } from '../../domain/contract.ts'
import { turnsOf } from '../../domain/signer.ts'
import { Badge, StatusBadge } from '../kit/StatusBadge.tsx'

/**
 * A contract that the reader has to sign is "To sign", whatever its status. One that others have to sign is "Awaiting
 * signature".
 */
export function ContractStatus({
  contract: { status, allowed, signers },
}: {
  contract: Pick<ContractSummary, 'status' | 'allowed' | 'signers'>
}) {
  if (allowed.includes('sign')) return <Badge tone="warn">To sign</Badge>
  if (status === 'draft' && turnsOf(signers).length > 0) return <Badge tone="warn">Awaiting signature</Badge>
  return <StatusBadge kind="contract" status={status} />
}
