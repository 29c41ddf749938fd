import type { ContractSummary } from '../../domain/contract.ts'
import { Badge, StatusBadge } from '../kit/StatusBadge.tsx'

/** To anyone who is to sign it, a contract is "To sign", whatever its status. */
export const ContractStatus = ({
  contract: { status, allowed },
}: {
  contract: Pick<ContractSummary, 'status' | 'allowed'>
}) => (allowed.includes('sign') ? <Badge tone="warn">To sign</Badge> : <StatusBadge kind="contract" status={status} />)
