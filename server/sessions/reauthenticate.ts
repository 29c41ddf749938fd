import sql from 'sql-template-tag'
import { type PasskeyAnswer, passkeyNotProved } from '../../domain/passkey.ts'
import { invalid } from '../../domain/errors.ts'
import { codeInvalid } from '../../domain/second-factor.ts'
import type { ReauthenticationInput } from '../../domain/session.ts'
import type { Database, Tx } from '../kit/db.ts'
import type { MasterKey } from '../kit/master-key.ts'
import { isRightPassword } from '../passwords/hashing.ts'
import { limitFailures } from '../kit/rate-limit.ts'
import type { Origin } from '../kit/record.ts'
import type { Session } from '../kit/session.ts'
import { renewSession } from './session-store.ts'
import { challengeOwnerOf } from '../passkeys/challenges.ts'
import { recordPasskeyUse, signedByOwn } from '../passkeys/check.ts'
import { unsafeOwner } from '../passwords/queries.ts'
import { redeemCode } from '../second-factor/codes.ts'
import { recordFailure } from './consecutive-failures.ts'
import { countersForCode, countersForName } from './sign-in-limits.ts'

/**
 * Reauthenticates the session's owner, with the password or, if there is a second factor, a code. Returns the session's
 * new secret. Failures count like those of a sign-in.
 */
export async function reauthenticate(
  db: Database,
  origin: Origin,
  actor: Session,
  { password, code, passkey }: ReauthenticationInput,
  address: string,
  { masterKey, publicUrl }: { masterKey: () => Promise<MasterKey>; publicUrl: string },
): Promise<string> {
  if (passkey !== undefined) return reauthenticateByPasskey(db, origin, actor, passkey, { address, publicUrl })
  if (code !== undefined) return reauthenticateByCode(db, origin, actor, code, await masterKey())
  if (password === undefined) throw invalid('password', 'Password is required')
  return limitFailures(db, countersForName(actor.id, address), async (countFailure) => {
    const owner = await unsafeOwner(db, actor.id)
    if (await isRightPassword(owner.password, password))
      return db.transaction(origin, async (tx) => {
        await tx.run(sql`delete from sign_in_failures where subject = ${actor.id}`)
        return proved(tx, actor, 'password')
      })
    countFailure()
    await db.transaction(origin, async (tx) => {
      await recordFailure(tx, actor.id)
      tx.record({ action: 'session.refused', id: actor.id })
    })
    throw invalid('password', 'This isn’t your password.')
  })
}

const reauthenticateByCode = (
  db: Database,
  origin: Origin,
  actor: Session,
  code: string,
  key: MasterKey,
): Promise<string> =>
  limitFailures(db, countersForCode(`${actor.id} own`), async (countFailure) => {
    const secret = await db.transaction(origin, async (tx) => {
      const by = await redeemCode(tx, key, actor.id, code)
      return by === null ? null : proved(tx, actor, by)
    })
    if (secret !== null) return secret
    countFailure()
    await db.transaction(origin, async (tx) => tx.record({ action: 'session.refused', id: actor.id }))
    throw codeInvalid()
  })

const reauthenticateByPasskey = (
  db: Database,
  origin: Origin,
  actor: Session,
  answer: PasskeyAnswer,
  { address, publicUrl }: { address: string; publicUrl: string },
): Promise<string> =>
  limitFailures(db, countersForName(actor.id, address), async (countFailure) => {
    const signed = await signedByOwn(db, actor.id, challengeOwnerOf(actor), answer, publicUrl)
    const secret =
      signed === null
        ? null
        : await db.transaction(origin, async (tx) =>
            (await recordPasskeyUse(tx, signed)) ? proved(tx, actor, 'passkey') : null,
          )
    if (secret !== null) return secret
    countFailure()
    await db.transaction(origin, async (tx) => tx.record({ action: 'session.refused', id: actor.id }))
    throw passkeyNotProved()
  })

async function proved(tx: Tx, actor: Session, by: string): Promise<string> {
  tx.record({ action: 'session.proved', id: actor.id, details: { by } })
  return renewSession(tx, actor, { proved: true })
}
