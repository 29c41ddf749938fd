import { awaitsSignature, type DocumentView } from '../../domain/document.ts'
import { turnsOf } from '../../domain/signer.ts'
import { formatDate } from '../kit/dates.ts'
import { Badge } from '../kit/StatusBadge.tsx'

/** Whether a document is signed, declined, or waits for its signature. */
export function SignatureState({ document }: { document: DocumentView }) {
  if (document.isSigned)
    return <Badge tone="ok">Signed{document.signedAt !== null && ` ${formatDate(document.signedAt)}`}</Badge>
  if (document.declinedAt !== null) return <Badge tone="danger">Signature declined</Badge>
  if (awaitsSignature(document)) {
    const isShared = document.signers.length > 1
    const [next] = turnsOf(document.signers)
    return <Badge tone="warn">{isShared && next?.name ? `Waiting for ${next.name}` : 'Awaiting signature'}</Badge>
  }
  return null
}
