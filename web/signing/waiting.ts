import { isPending, type Signer, waitingFor } from '../../domain/signer.ts'
import { formatDate } from '../kit/dates.ts'
import { texts } from './words.ts'

/** "Waiting for Ann Keller.", or null if no signature is pending. */
export function waitingSentence(signers: readonly Signer[]): string | null {
  const words = waitingFor(signers)
  return words === null ? null : `${words}.`
}

/** "Waiting for Ann Keller since Nov 25.", for those who don't sign; null if no signature is pending. */
export function waitingSince(signers: readonly Signer[]): string | null {
  const words = waitingFor(signers)
  const since = signers
    .filter(isPending)
    .flatMap(({ turnAt }) => turnAt ?? [])
    .toSorted()[0]
  if (words === null) return null
  return since === undefined ? `${words}.` : `${words} since ${formatDate(since)}.`
}

/** Why this person can't sign now, if they are or were a signer of what waits for others. */
export function whyNotNow(signers: readonly Signer[], userId: string): string | null {
  const own = signers.find((each) => each.userId === userId)
  const waiting = waitingSentence(signers)
  if (own === undefined || waiting === null) return null
  if (own.status === 'signed') return `You’ve signed it. ${waiting}`
  if (own.status === 'pending' && !own.canSign) return texts.lostRight
  return `It isn’t your turn to sign yet. ${waiting}`
}
