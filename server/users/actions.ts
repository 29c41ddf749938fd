import type { AuditAction } from '../../domain/audit-events.ts'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { newId } from '../kit/id.ts'
import { type Actor, type Role, type StaffAccess, team } from '../../domain/actor.ts'
import { staffSees } from '../../domain/folder-rights.ts'
import type { TransferInput } from '../../domain/transfer-work.ts'
import { assertCanEmailInvitation, heldInvitation } from '../../domain/invitation-limit.ts'
import { assertReauthenticated, type SessionView } from '../../domain/session.ts'
import {
  accessOf,
  changeUser as changed,
  assertCanDeactivateUser,
  endsSessions,
  assertCanEndSessions,
  governs,
  type InvitedUserView,
  assertCanInviteUser,
  type NewUserInput,
  type User,
  type UserChange,
  usernameFrom,
  type UserState,
  type UserView,
} from '../../domain/user.ts'
import { deleteCalendarFeed } from '../calendar/end-feed.ts'
import { endMemberships } from '../folder-members/actions.ts'
import { endCoversOf } from '../staff-covers/actions.ts'
import type { Config } from '../config.ts'
import type { Tx } from '../kit/db.ts'
import type { ChangeEvent } from '../kit/record.ts'
import { assertVersion, type IfMatch } from '../kit/version.ts'
import type { Session } from '../kit/session.ts'
import { endSession, endSessions } from '../sessions/session-store.ts'
import { deletePasskeys } from '../passkeys/actions.ts'
import { endLinks, newLink } from '../passwords/links.ts'
import { notifyingOfLostSigner } from '../signatures/lost-signers.ts'
import { sessionOfUser } from '../sessions/queries.ts'
import { limitedUntil } from '../emails/unconfirmed-limit.ts'
import { addressChanged, administratorAdded, invitation } from './emails.ts'
import { transferAllWork } from './transfer-work.ts'
import { activeAdministrators, earlierNamesAfter, unsafeUser, userToChange, viewed } from './queries.ts'
import { takeAdvisoryLock } from '../kit/advisory-lock.ts'
import { typed } from '../kit/row-types.ts'

/** Taken by everyone who adds users, so that usernames and addresses are assigned one at a time. */
/** Refreshes administrators and the user; also the team if the list of staff changes. */
const userChanges = (id: string, ...involved: Role[]): ChangeEvent[] => [
  { type: 'users', id, userIds: [id] },
  ...(involved.includes('staff') ? [{ type: 'staff' as const, id, roles: team }] : []),
]

/** The address of links, and whether a mail server delivers them. */
type Invitations = Pick<Config, 'publicUrl' | 'smtpUrl'>

export async function createUser(
  tx: Tx,
  actor: Session,
  input: NewUserInput,
  config: Invitations,
): Promise<InvitedUserView> {
  assertReauthenticatedToInvite(tx, actor, input, config)
  const until = await emailedFrom(tx, input, config)
  const id = await addUser(tx, { ...input, createdBy: actor.id })
  // A link that no one gets would only be another way in.
  const path = until === null ? await sendInvitation(tx, { ...input, id }) : null
  if (input.role === 'admin') await notifyAdministrators(tx, id)
  return { ...invitedView(await unsafeUser(tx, id), actor, path, config), ...(until === null ? {} : held(until)) }
}

/** From when an invitation can be emailed to the address; null for now, and without a mail server. */
const emailedFrom = async (tx: Tx, { email }: Pick<User, 'email'>, { smtpUrl }: Invitations): Promise<Date | null> =>
  smtpUrl === undefined ? null : limitedUntil(tx, email)

const held = (until: Date) => ({ invitationSent: false, invitationProblem: heldInvitation(until) })

/**
 * An invitation opens an account, so it requires reauthentication: always for a team member, and for a client if the
 * reply contains the link.
 */
function assertReauthenticatedToInvite(tx: Tx, actor: Session, { role }: Pick<User, 'role'>, { smtpUrl }: Invitations) {
  if (role !== 'client' || smtpUrl === undefined) assertReauthenticated(actor, tx.now)
}

const invitedView = (
  user: User,
  actor: Actor,
  path: string | null,
  { publicUrl, smtpUrl }: Invitations,
): InvitedUserView => ({
  ...viewed(user, actor),
  invitationUrl: smtpUrl === undefined ? `${publicUrl}${path}` : null,
  invitationSent: smtpUrl !== undefined,
  invitationProblem: null,
})

/**
 * All administrators are notified of a new one, so that an administrator account added through a stolen session is
 * noticed.
 */
async function notifyAdministrators(tx: Tx, newId: string) {
  const [first, ...others] = (await activeAdministrators(tx)).filter(({ userId }) => userId !== newId)
  if (first !== undefined) tx.mail(administratorAdded(first, others))
}

export async function changeUser(
  tx: Tx,
  actor: Session,
  id: string,
  input: UserChange,
  ifMatch: IfMatch,
): Promise<UserView> {
  const { user, otherAdministrators } = await userToChange(tx, actor, id)
  const after = changed(user, actor, input, otherAdministrators)
  // Someone who controls the address can have a password reset sent there, and a different access shows other things.
  const seesOther = after.staffAccess !== user.staffAccess
  if (after.role !== user.role || seesOther || after.email !== user.email || (after.isActive && !user.isActive))
    assertReauthenticated(actor, tx.now)
  assertVersion(user, ifMatch)
  if (governs(after) && !governs(user)) await notifyAdministrators(tx, id)
  return save(tx, actor, user, after, user.isActive && !after.isActive ? 'user.deactivated' : 'user.changed')
}

/** Their work is transferred to `handOverTo` if given, and otherwise remains assigned to them (docs/decisions/0037). */
export async function deactivateUser(
  tx: Tx,
  actor: Session,
  id: string,
  handOverTo: string | undefined,
  ifMatch: IfMatch,
): Promise<UserView> {
  const { user, otherAdministrators } = await userToChange(tx, actor, id)
  assertCanDeactivateUser(user, actor, otherAdministrators)
  if (handOverTo !== undefined) assertReauthenticated(actor, tx.now)
  assertVersion(user, ifMatch)
  if (handOverTo !== undefined) await transferAllWork(tx, actor, user, { handOverTo, exceptions: [], deactivate: true })
  return save(tx, actor, user, { ...user, isActive: false }, 'user.deactivated')
}

/** Transfers a user's work, and closes the account as well if requested. */
export async function transferWork(
  tx: Tx,
  actor: Actor,
  id: string,
  input: TransferInput,
): Promise<{ workTransferred: number; user: UserView }> {
  const { user, otherAdministrators } = await userToChange(tx, actor, id)
  if (input.deactivate) assertCanDeactivateUser(user, actor, otherAdministrators)
  const count = await transferAllWork(tx, actor, user, input)
  const after =
    input.deactivate && user.isActive
      ? await save(tx, actor, user, { ...user, isActive: false }, 'user.deactivated')
      : viewed(await unsafeUser(tx, id), actor)
  return { workTransferred: count, user: after }
}

/** Signs a user out everywhere, right away. */
export async function endUserSessions(tx: Tx, actor: Actor, id: string): Promise<{ ended: number }> {
  const { user } = await userToChange(tx, actor, id)
  assertCanEndSessions(user, actor)
  const ended = await endSessions(tx, id)
  tx.record({ action: 'user.sessions-ended', id, details: { ended } })
  return { ended }
}

/** Signs a user out of one browser, right away. */
export async function endUserSession(tx: Tx, actor: Session, id: string, sessionId: string): Promise<SessionView> {
  const { user } = await userToChange(tx, actor, id)
  assertCanEndSessions(user, actor)
  const session = await sessionOfUser(tx, actor, id, sessionId)
  await endSession(tx, id, sessionId)
  tx.record({ action: 'user.session-ended', id, details: { sessionId } })
  return session
}

export async function inviteUser(tx: Tx, actor: Session, id: string, config: Invitations): Promise<InvitedUserView> {
  const { user } = await userToChange(tx, actor, id)
  assertCanInviteUser(user, actor)
  assertReauthenticatedToInvite(tx, actor, user, config)
  // The earlier link stays valid, since no new one would arrive.
  assertCanEmailInvitation(await emailedFrom(tx, user, config), tx.now)
  return invitedView(user, actor, await sendInvitation(tx, user), config)
}

export type NewClient = Pick<NewUserInput, 'email'> &
  Partial<Pick<User, 'firstName' | 'lastName' | 'phone' | 'company'>>

/** Adds a client and sends them an invitation; lock the accounts first. */
export async function inviteClient(tx: Tx, actor: Actor, person: NewClient): Promise<string> {
  const id = await addUser(tx, { ...person, role: 'client', createdBy: actor.id })
  await sendInvitation(tx, { id, email: person.email, firstName: person.firstName ?? null })
  return id
}

export interface NewUser extends Partial<Pick<User, 'firstName' | 'lastName' | 'phone' | 'company' | 'createdBy'>> {
  staffAccess?: StaffAccess | undefined
  email: string
  role: Role
  /** argon2id; without one the user needs a link to choose a password. */
  passwordHash?: string
}

/** Adds a user with the next free username; the database refuses a known address (409). */
export async function addUser(tx: Tx, person: NewUser): Promise<string> {
  const id = newId()
  await takeAdvisoryLock(tx, 'accounts')
  const staffAccess = accessOf(person.role, person.staffAccess)
  const {
    firstName = null,
    lastName = null,
    phone = null,
    company = null,
    createdBy = null,
    passwordHash = null,
  } = person
  await tx.run(sql`
    insert into users (id, username, email, password, first_name, last_name, role, staff_access, phone, company, created_by,
      created_at, updated_at)
    values (${id}, ${await freeUsername(tx, person.email)}, ${person.email}, ${passwordHash}, ${firstName}, ${lastName}, ${person.role},
      ${staffAccess}, ${phone}, ${company}, ${createdBy}, ${tx.now}, ${tx.now})`)
  const details = staffAccess === 'consultant' ? { role: person.role } : { role: person.role, staffAccess }
  tx.record({ action: 'user.created', id, details }, ...userChanges(id, person.role))
  return id
}

const UsernameRow = z.object({ username: z.string() })

/** The local part of the address, with the lowest number that makes it unique. */
async function freeUsername(tx: Tx, email: string): Promise<string> {
  const { username } = await tx.one(typed(UsernameRow)`
    select candidate.username
    from (select n, ${usernameFrom(email)}::text || case when n = 1 then '' else n::text end as username
          from generate_series(1, 10000) as n) candidate
    where not exists (select from users u where lower(u.username) = lower(candidate.username))
    order by candidate.n limit 1`)
  return username
}

export async function sendInvitation(tx: Tx, person: Pick<User, 'id' | 'email' | 'firstName'>): Promise<string> {
  const path = await newLink(tx, person.id, 'invitation')
  tx.mail(invitation(person, path))
  tx.record({ action: 'user.invited', id: person.id })
  return path
}

async function save(tx: Tx, actor: Actor, before: User, after: UserState, action: AuditAction): Promise<UserView> {
  const update = sql`
    update users
    set email = ${after.email}, first_name = ${after.firstName}, last_name = ${after.lastName}, role = ${after.role},
      staff_access = ${after.staffAccess},
      phone = ${after.phone}, company = ${after.company}, recorded_name = ${after.recordedName},
      earlier_names = ${earlierNamesAfter(after.firstName, after.lastName)}, is_active = ${after.isActive},
      email_bounced_at = case when email = ${after.email} then email_bounced_at end, version = version + 1, updated_at = ${tx.now}
    where id = ${before.id}`
  await notifyingOfLostSigner(tx, before.id, () => tx.run(update))
  const fields = Object.keys(after).filter((key) => after[key as keyof UserState] !== before[key as keyof User])
  const telling = ({ role, staffAccess, isActive }: Pick<User, 'role' | 'staffAccess' | 'isActive'>) => ({
    role,
    staffAccess,
    isActive,
  })
  tx.record(
    { action, id: before.id, details: { fields, before: telling(before), after: telling(after) } },
    ...userChanges(before.id, before.role, after.role),
  )
  if (endsSessions(before, actor, after)) await endSessions(tx, before.id)
  if (!after.isActive) {
    await deletePasskeys(tx, before.id)
    await deleteCalendarFeed(tx, before.id)
  }
  // Someone who sees something else reads everything again.
  if (after.staffAccess !== before.staffAccess) tx.publish({ type: 'client-folders', id: null, userIds: [before.id] })
  const worksInFolders = after.isActive && after.role === 'staff' && staffSees(after.staffAccess, 'work')
  if (before.role === 'staff' && !worksInFolders) {
    await endMemberships(tx, before.id)
    await endCoversOf(tx, before.id)
  }
  const moved = after.email !== before.email
  // Links that were sent to the old address, or to someone who has left, are invalidated.
  if (moved || !after.isActive) await endLinks(tx, before.id)
  if (moved && before.hasPassword) tx.mail(addressChanged(before))
  if (moved && !before.hasPassword && after.isActive) await sendInvitation(tx, { ...before, ...after })
  return viewed(await unsafeUser(tx, before.id), actor)
}
