import sql from 'sql-template-tag'
import { Refusal } from '../../domain/refusal.ts'
import { failuresInARow, type SessionView, type SignInInput } from '../../domain/session.ts'
import type { UserView } from '../../domain/user.ts'
import type { Database, Tx } from '../kit/db.ts'
import { isRightPassword } from '../kit/passwords.ts'
import type { Origin } from '../kit/record.ts'
import { endSession, endSessions, hashOf, type Session } from '../kit/session.ts'
import { unsafeUser, viewed } from '../users/queries.ts'
import { type Browser, openSessionIn, type Opened } from './browser.ts'
import { guessed } from './emails.ts'
import { type Candidate, failureSubject, ownSession, unsafeCandidate } from './queries.ts'
import { countForAddress, countForName, onTrial } from './trial.ts'

/**
 * Signs in, or refuses with one and the same 401: unknown, wrong, inactive and not yet invited take the same steps, so that
 * neither answer nor time tells them apart. Wrong tries count against name and address; in a browser that this person signed
 * in from before they count for that browser alone, which strangers can't use up.
 */
export async function signIn(
  db: Database,
  origin: Origin,
  input: SignInInput,
  browser: Browser,
): Promise<Opened & { user: UserView }> {
  const name = input.username.trim()
  const candidate = await unsafeCandidate(db, name, browser.secret)
  const subject = failureSubject(candidate, name)
  const counts =
    candidate?.isKnownHere && browser.secret !== null
      ? [countForName(subject, `browser ${hashOf(browser.secret)}`)]
      : [countForName(candidate?.id ?? hashOf(name.toLowerCase()), browser.address), countForAddress(browser.address)]
  return onTrial(db, counts, async (itWasWrong) => {
    const right = await isRightPassword(candidate?.password ?? null, input.password)
    const opened =
      candidate !== null && right && mayEnter(candidate)
        ? await db.transaction(origin, (tx) => enter(tx, candidate, browser))
        : null
    if (opened !== null) return opened
    itWasWrong()
    await db.transaction(origin, (tx) => noteFailure(tx, candidate, subject))
    throw new Refusal('signed-out', 'Invalid username or password.')
  })
}

const mayEnter = (candidate: Candidate) => candidate.isActive && (candidate.isKnownHere || !candidate.isGuessedAt)

/** Null when account or password were changed while the password was being looked at. */
async function enter(
  tx: Tx,
  { id, password }: Candidate,
  browser: Browser,
): Promise<(Opened & { user: UserView }) | null> {
  const still = await tx.maybe<{ id: string; role: UserView['role'] }>(
    sql`select id, role from users where id = ${id} and is_active and password = ${password} for share`,
  )
  if (still === null) return null
  await tx.run(sql`delete from sign_in_failures where subject = ${id}`)
  const opened = await openSessionIn(tx, still, browser)
  tx.record({ action: 'session.started', type: 'users', id, actorId: id })
  const user = await unsafeUser(tx, id)
  return { ...opened, user: viewed(user, user) }
}

async function noteFailure(tx: Tx, candidate: Candidate | null, subject: string): Promise<void> {
  const { inARow } = await tx.one<{ inARow: number }>(sql`
    insert into sign_in_failures as f (subject, in_a_row) values (${subject}, 1)
    on conflict (subject) do update set in_a_row = f.in_a_row + 1
    returning in_a_row as "inARow"`)
  tx.record({ action: 'session.refused', type: 'users', id: candidate?.id ?? null })
  if (candidate?.isActive && inARow === failuresInARow) tx.mail(guessed(candidate))
}

export async function signOut(db: Database, origin: Origin, actor: Session | null): Promise<void> {
  if (actor === null) return
  await db.transaction(origin, async (tx) => {
    await endSession(tx, actor.id, actor.sessionId)
    tx.record({ action: 'session.ended', type: 'users', id: actor.id })
  })
}

/** Ends one session of the actor's own; another's is not found. */
export async function endOwnSession(tx: Tx, actor: Session, id: string): Promise<SessionView> {
  const session = await ownSession(tx, actor, id)
  await endSession(tx, actor.id, id)
  tx.record({ action: 'session.ended', type: 'users', id: actor.id, details: { sessionId: id } })
  return session
}

export async function endOtherSessions(tx: Tx, actor: Session): Promise<{ ended: number }> {
  const others = await tx.rows(
    sql`select id from sessions where user_id = ${actor.id} and id <> ${actor.sessionId} for update`,
  )
  await endSessions(tx, actor.id, actor.sessionId)
  tx.record({ action: 'session.others-ended', type: 'users', id: actor.id, details: { ended: others.length } })
  return { ended: others.length }
}
