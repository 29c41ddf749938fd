import type { SessionView } from '../../domain/session.ts'
import type { Database, Tx } from '../kit/db.ts'
import type { Origin } from '../kit/record.ts'
import { ownerOf, type Session } from '../kit/session.ts'
import { sessionOfUser } from './queries.ts'
import { endSession, endSessions } from './session-store.ts'

export async function signOut(db: Database, origin: Origin, actor: Session | null): Promise<void> {
  if (actor === null) return
  await db.transaction(origin, async (tx) => {
    await endSession(tx, ownerOf(actor), actor.sessionId)
    tx.record({ action: 'session.ended', id: ownerOf(actor) })
  })
}

/** Ends a session of the actor's own; anyone else's is a 404. */
export async function endOwnSession(tx: Tx, actor: Session, id: string): Promise<SessionView> {
  const session = await sessionOfUser(tx, actor, actor.id, id)
  await endSession(tx, actor.id, id)
  tx.record({ action: 'session.ended', id: actor.id, details: { sessionId: id } })
  return session
}

export async function endOtherSessions(tx: Tx, actor: Session): Promise<{ ended: number }> {
  const ended = await endSessions(tx, actor.id, actor.sessionId)
  tx.record({ action: 'session.others-ended', id: actor.id, details: { ended } })
  return { ended }
}
