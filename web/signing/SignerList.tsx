import { isPending, type Signer } from '../../domain/signer.ts'
import { formatDate } from '../kit/dates.ts'
import { officeDate } from '../../domain/time.ts'
import { useUser } from '../session/use-auth.ts'
import { useNow } from '../kit/now.ts'
import { Badge, type Tone } from '../kit/StatusBadge.tsx'

type SignerListProps = { signers: readonly Signer[]; signBy: string | null }

/** The signers in order, with the status of each, and the due date. */
export function SignerList({ signers, signBy }: SignerListProps) {
  const now = useNow()
  const isWaiting = signers.some(isPending)
  const isLate = isWaiting && signBy !== null && signBy < officeDate(now)
  return (
    <>
      <ol aria-label="Signers" className="mt-3 divide-y divide-line border-y border-line">
        {signers.map((signer) => (
          <li key={signer.id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2 text-body">
            <span className="min-w-0 wrap-anywhere text-ink">
              <span className="tabular text-ink-3">{signer.position}.</span> {signer.name ?? 'The client'}
              {signer.delegatedByName !== null && (
                <span className="block text-meta text-ink-3">Delegated by {signer.delegatedByName}</span>
              )}
            </span>
            <SignerState signer={signer} />
          </li>
        ))}
      </ol>
      {signBy !== null && isWaiting && (
        <p className={`mt-2 text-body ${isLate ? 'text-danger' : 'text-ink-2'}`}>
          {isLate ? `Overdue: the signatures were due ${formatDate(signBy)}.` : `Sign by ${formatDate(signBy)}.`}
        </p>
      )}
    </>
  )
}

function stateOf({ status, turnAt, canSign, signedAt }: Signer, isReader: boolean): [string, Tone] {
  if (status === 'signed') return [`Signed${signedAt === null ? '' : ` ${formatDate(signedAt)}`}`, 'ok']
  if (status === 'declined') return ['Declined', 'danger']
  if (status !== 'pending') return ['Not signed', 'neutral']
  if (!canSign) return ['Can’t sign anymore', 'danger']
  if (turnAt === null) return ['Signs later', 'neutral']
  return [isReader ? 'Your turn' : 'Waiting', 'warn']
}

function SignerState({ signer }: { signer: Signer }) {
  const { id } = useUser()
  const [words, tone] = stateOf(signer, signer.userId === id)
  return <Badge tone={tone}>{words}</Badge>
}
