import type { FolderAcknowledgement } from '../../domain/hr-policy-version.ts'
import { formatDate } from '../kit/dates.ts'
import { Badge } from '../kit/StatusBadge.tsx'

type AcknowledgementBadgeProps = Pick<FolderAcknowledgement, 'state' | 'policyVersion' | 'acknowledgedAt'>

/** Where someone is with a policy. */
export function AcknowledgementBadge({ state, policyVersion, acknowledgedAt }: AcknowledgementBadgeProps) {
  if (state === 'missing') return <Badge tone="warn">Missing</Badge>
  const on = acknowledgedAt === null ? '' : `, ${formatDate(acknowledgedAt)}`
  return state === 'acknowledged' ? (
    <Badge tone="ok">
      Version {policyVersion}
      {on}
    </Badge>
  ) : (
    <Badge tone="warn">
      Only version {policyVersion}
      {on}
    </Badge>
  )
}
