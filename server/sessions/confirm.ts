// Reauthentication for a single action, a signature: the password or a passkey comes with the call. Failures are
// limited and counted like those of a sign-in; the session is unchanged.
import { type PasskeyAnswer, passkeyNotProved } from '../../domain/passkey.ts'
import { conflict, invalid, DomainError } from '../../domain/errors.ts'
import type { Database, Tx } from '../kit/db.ts'
import { isRightPassword } from '../passwords/hashing.ts'
import { limitFailures } from '../kit/rate-limit.ts'
import type { Origin } from '../kit/record.ts'
import type { Session } from '../kit/session.ts'
import { challengeOwnerOf } from '../passkeys/challenges.ts'
import { recordPasskeyUse, type Signed, signedByOwn } from '../passkeys/check.ts'
import { unsafeOwner } from '../passwords/queries.ts'
import { countersForName } from './sign-in-limits.ts'

export interface ConfirmationInput {
  password?: string | undefined
  passkey?: PasskeyAnswer | undefined
}

export type Confirmation = { by: 'password' } | { by: 'passkey'; signed: Signed }

export const confirmationMissing = () => new DomainError('step-up', 'Enter your password or use a passkey to sign.')

/** Throws 403 (`step-up`) with neither, and 400 with a wrong one. Call it before the transaction that it protects. */
export function confirmIdentity(
  db: Database,
  origin: Origin,
  actor: Session,
  { password, passkey }: ConfirmationInput,
  publicUrl: string,
): Promise<Confirmation> {
  if (password === undefined && passkey === undefined) throw confirmationMissing()
  return limitFailures(db, countersForName(actor.id, origin.address), async (countFailure) => {
    const confirmation =
      passkey === undefined
        ? await byPassword(db, actor, password ?? '')
        : await byPasskey(db, actor, passkey, publicUrl)
    if (confirmation !== null) return confirmation
    countFailure()
    await db.transaction(origin, async (tx) => tx.record({ action: 'session.refused', id: actor.id }))
    throw passkey === undefined ? invalid('password', 'This isn’t your password.') : passkeyNotProved()
  })
}

async function byPassword(db: Database, actor: Session, password: string): Promise<Confirmation | null> {
  const owner = await unsafeOwner(db, actor.id)
  if (owner.password === null)
    throw conflict('Your account has no password. Sign with a passkey, or choose “Forgot password?” when you sign in.')
  return (await isRightPassword(owner.password, password)) ? { by: 'password' } : null
}

async function byPasskey(
  db: Database,
  actor: Session,
  answer: PasskeyAnswer,
  publicUrl: string,
): Promise<Confirmation | null> {
  const signed = await signedByOwn(db, actor.id, challengeOwnerOf(actor), answer, publicUrl)
  return signed === null ? null : { by: 'passkey', signed }
}

/** Call it in the transaction that it protects. Throws if the passkey was used or removed in the meantime. */
export async function recordConfirmation(tx: Tx, confirmation: Confirmation): Promise<void> {
  if (confirmation.by === 'passkey' && !(await recordPasskeyUse(tx, confirmation.signed))) throw passkeyNotProved()
}
