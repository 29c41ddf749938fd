// A signer's decline ends the signing for everyone; those who signed or whose turn had come are notified.
import type { Actor } from '../../domain/actor.ts'
import type { ClientFolder } from '../../domain/client-folder.ts'
import type { Signer } from '../../domain/signer.ts'
import type { Tx } from '../kit/db.ts'
import { declinedForAll, declinedToTeamSigner } from './emails.ts'
import { teamRecipient } from './proceed.ts'
import type { Signed } from './signers.ts'

/** @param signers as they were before */
export async function notifyOfDecline(
  tx: Tx,
  folder: ClientFolder,
  thing: Signed,
  signers: readonly Signer[],
  actor: Actor,
): Promise<void> {
  const others = signers.filter(
    ({ userId, status, turnAt }) => userId !== actor.id && (status === 'signed' || turnAt !== null),
  )
  const ofClient = others.filter(({ side }) => side === 'client').map(({ userId }) => userId)
  for (const email of declinedForAll(folder, thing, ofClient)) tx.mail(email)
  for (const { userId, side } of others) {
    const to = side === 'firm' && userId !== null ? await teamRecipient(tx, { folder, noun: thing.noun }, userId) : null
    if (to !== null) tx.mail(declinedToTeamSigner(to, folder, thing))
  }
}
