// What follows from a signature or a change of the signers: the next turns, and the active contract or signed document.
import sql from 'sql-template-tag'
import { type Actor, isClient } from '../../domain/actor.ts'
import { type ClientFolder, maySeeFolder } from '../../domain/client-folder.ts'
import { changeAssignmentStatus } from '../assignments/actions.ts'
import type { Tx } from '../kit/db.ts'
import type { Recipient } from '../kit/record.ts'
import { IdRow, typed } from '../kit/row-types.ts'
import { unsafeUser } from '../users/queries.ts'
import { turnBegan, turnOfTeamBegan } from './emails.ts'
import type { SignedNoun } from './queries.ts'
import { rightFor } from './signer-queries.ts'
import { type Progress, type Signed, startTurns } from './signers.ts'

export interface SignedThing extends Signed {
  folder: ClientFolder
  signBy: string | null
  /** Whether the client's side was done before. */
  wasDone: boolean
  /** Also notified, in addition to the folder's staff: the creator of a contract. */
  creator: Recipient | null
}

/** Starts the next turns and notifies those signers; completes the contract or document when the client's side is done. */
export async function proceed(tx: Tx, actor: Actor, thing: SignedThing): Promise<{ isNowDone: boolean }> {
  const { noun, id, folder, wasDone } = thing
  const progress = await startTurns(tx, id, folder)
  const isNowDone = progress.isClientDone && !wasDone
  if (isNowDone && noun === 'contracts')
    await tx.run(sql`
      update contracts set status = 'active', signed_at = ${tx.now}, version = version + 1, updated_at = ${tx.now} where id = ${id}`)
  if (isNowDone && noun === 'documents') {
    await tx.run(sql`
      update documents set is_signed = true, signed_at = ${tx.now}, version = version + 1 where id = ${id}`)
    await completeAssignments(tx, actor, id)
  }
  await notifyOfTurns(tx, thing, progress.turns)
  return { isNowDone }
}

/** @param turns only those that haven't been announced in another way */
export async function notifyOfTurns(
  tx: Tx,
  thing: Signed & { folder: ClientFolder; signBy: string | null },
  turns: Progress['turns'],
): Promise<void> {
  const { folder, signBy } = thing
  const ofClient = turns.filter(({ side }) => side === 'client').map(({ userId }) => userId)
  for (const email of turnBegan(folder, thing, ofClient, signBy)) tx.mail(email)
  for (const { userId, side } of turns) {
    const to = side === 'firm' && userId !== null ? await teamRecipient(tx, thing, userId) : null
    if (to !== null) tx.mail(turnOfTeamBegan(to, folder, thing, signBy))
  }
}

/** A team member who may see this part of the folder. */
export async function teamRecipient(
  tx: Tx,
  { folder, noun }: { folder: ClientFolder; noun: SignedNoun },
  userId: string,
): Promise<Recipient | null> {
  const user = await unsafeUser(tx, userId)
  if (isClient(user) || !user.isActive || !maySeeFolder(folder, user, rightFor[noun])) return null
  return { userId, email: user.email, name: user.firstName }
}

/** Completes the client's assignments to sign this document. */
async function completeAssignments(tx: Tx, actor: Actor, documentId: string) {
  const open = await tx.rows(typed(IdRow)`
    select id from assignments where document_id = ${documentId} and required_action = 'signature' and status in ('pending', 'in-progress') order by id`)
  for (const { id } of open) await changeAssignmentStatus(tx, actor, id, { status: 'completed', reason: null }, null)
}
