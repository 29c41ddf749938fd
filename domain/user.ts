// A user: someone who can sign in. Administrators create and change users. Two rules ensure that the portal has an
// administrator: only a master administrator changes a master administrator, and no one demotes or deactivates
// themselves or the last active administrator.
import { z } from 'zod'
import { type Actor, administrators, isAdministrator, Role, StaffAccess } from './actor.ts'
import { conflict, forbidden, invalid } from './errors.ts'
import { emailAddress, Id, Instant, versioned, optionalName, requiredPersonName } from './text.ts'

/** The roles that can be assigned; a master administrator is created only on the command line or by the set-up link. */
export const assignableRoles = ['admin', 'staff', 'client'] as const
const AssignableRole = z.enum(assignableRoles, 'Choose a role: admin, staff, or client.')

const person = {
  email: emailAddress('Valid email is required'),
  firstName: requiredPersonName('First name is required'),
  lastName: requiredPersonName('Last name is required'),
}

export const NewUserInput = z.strictObject({
  ...person,
  role: AssignableRole,
  phone: optionalName,
  company: optionalName,
  /** For staff: what they see. A consultant if left out. */
  staffAccess: StaffAccess.optional(),
})
export type NewUserInput = z.infer<typeof NewUserInput>

/** All editable fields. A missing `isActive` leaves it unchanged. */
export const UserChange = z.strictObject({
  ...person,
  role: z.enum(Role.options, 'Choose a role: admin, staff, or client.'),
  phone: optionalName,
  company: optionalName,
  isActive: z.boolean('Choose Active or Inactive.').optional(),
  /** For staff: what they see. A missing one leaves it unchanged. */
  staffAccess: StaffAccess.optional(),
  /** The name on signatures, if it differs from the account's. A missing one follows a change of the name here. */
  recordedName: optionalName.optional(),
})
export type UserChange = z.infer<typeof UserChange>

/** `role` is implied by the endpoint; naming another one is refused. */
export const NewStaffInput = z.strictObject({
  ...person,
  role: z
    .literal('staff', 'People added here become staff. Assign other roles on the User Management page.')
    .optional(),
})
export type NewStaffInput = z.infer<typeof NewStaffInput>

export const UserAction = z.enum([
  'edit',
  'deactivate',
  'activate',
  'invite',
  'end-sessions',
  'reset-second-factor',
  'hand-over',
  'view-as',
])
export type UserAction = z.infer<typeof UserAction>

export const User = z.object({
  id: Id,
  username: z.string(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  role: Role,
  /** For staff: what they see. Consultant for every other role. */
  staffAccess: StaffAccess,
  isActive: z.boolean(),
  createdBy: Id.nullable(),
  phone: z.string().nullable(),
  company: z.string().nullable(),
  /** The name on signatures and certificates; changed by administrators only. */
  recordedName: z.string().nullable(),
  /** A mail server reported that email to this address can’t be delivered. */
  emailBounces: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
  ...versioned,
})

/**
 * A user with internal facts: whether they have a password and a second factor, and whether folders or requests are
 * assigned to them.
 */
export const UserRow = User.extend({ hasPassword: z.boolean(), hasSecondFactor: z.boolean(), holdsWork: z.boolean() })
export type User = z.infer<typeof UserRow>

export const UserView = User.extend({ allowed: z.array(UserAction) })
export type UserView = z.infer<typeof UserView>

/**
 * For the person who invited the user. Without a mail server they pass the link on; with one it is sent only by email, or
 * not yet if the address got too many emails today: then `invitationProblem` says when it can be sent.
 */
export const InvitedUserView = UserView.extend({
  invitationUrl: z.string().nullable(),
  invitationSent: z.boolean(),
  invitationProblem: z.string().nullable(),
})
export type InvitedUserView = z.infer<typeof InvitedUserView>

export const StaffMember = z.object({
  id: Id,
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string(),
  role: Role,
})
export type StaffMember = z.infer<typeof StaffMember>

export const UserFigures = z.object({ total: z.int(), admins: z.int(), staff: z.int(), clients: z.int() })

export type UserState = Pick<
  User,
  'email' | 'firstName' | 'lastName' | 'role' | 'phone' | 'company' | 'isActive' | 'recordedName' | 'staffAccess'
>

const mayChange = (user: User, actor: Pick<Actor, 'role'>) =>
  isAdministrator(actor) && (user.role !== 'master-admin' || actor.role === 'master-admin')

export function allowedUserActions(user: User, actor: Pick<Actor, 'id' | 'role'>): UserAction[] {
  if (!mayChange(user, actor)) return []
  // Work of a deactivated user remains assigned to them until it is transferred.
  const transfer: UserAction[] = user.holdsWork ? ['hand-over'] : []
  if (!user.isActive) return ['edit', 'activate', ...transfer]
  const actions: UserAction[] = ['edit', ...transfer]
  if (user.id !== actor.id) actions.push('deactivate')
  if (!user.hasPassword) actions.push('invite')
  if (user.role === 'client') actions.push('view-as')
  if (user.id !== actor.id && user.hasPassword) actions.push('end-sessions')
  if (user.id !== actor.id && user.hasSecondFactor) actions.push('reset-second-factor')
  return actions
}

/**
 * A user after an edit. `otherAdministrators` counts the active ones besides this user. Throws 403 for an admin's
 * change of a master administrator, 400 for the role master-admin unless the user has it, 409 if the portal would have
 * no administrator, for demoting yourself, or for limiting what someone sees who still has work.
 */
export function changeUser(user: User, actor: Actor, input: UserChange, otherAdministrators: number): UserState {
  assertCanChangeUser(user, actor)
  if (input.role === 'master-admin' && user.role !== 'master-admin')
    throw invalid(
      'role',
      'A master administrator can be created only from the command line. Choose admin, staff, or client.',
    )
  const { isActive = user.isActive, staffAccess: chosen = user.staffAccess, ...rest } = input
  const staffAccess = accessOf(input.role, chosen)
  if (staffAccess !== 'consultant' && staffAccess !== user.staffAccess && user.holdsWork)
    throw conflict(
      'This person still has client folders, requests, or appointments. Transfer their work first. Only consultants lead folders.',
      'staffAccess',
    )
  const isRenamed = input.firstName !== user.firstName || input.lastName !== user.lastName
  const named = isRenamed || input.recordedName === null ? fullName(input) : user.recordedName
  const recordedName = input.recordedName ?? named
  const after = { ...rest, isActive, recordedName, staffAccess }
  assertStaysGoverned(user, actor, after, otherAdministrators)
  return after
}

/** What someone with this role sees: only that of staff can be limited. */
export const accessOf = (role: Role, chosen: StaffAccess | undefined): StaffAccess =>
  role === 'staff' ? (chosen ?? 'consultant') : 'consultant'

/** Throws like the corresponding edit. Repeating it is harmless. */
export function assertCanDeactivateUser(user: User, actor: Actor, otherAdministrators: number): void {
  assertCanChangeUser(user, actor)
  assertStaysGoverned(user, actor, { role: user.role, isActive: false }, otherAdministrators)
}

/** A new link for someone without a password. */
export function assertCanInviteUser(user: User, actor: Actor): void {
  assertCanChangeUser(user, actor)
  if (!user.isActive) throw conflict('This account is inactive. Activate it first, then invite the person.')
  if (user.hasPassword)
    throw conflict(
      'This person already has a password. They can use “Forgot password” in the sign-in dialog to reset it.',
    )
}

/** Ends someone else's sessions; your own are ended on the account page. */
export function assertCanEndSessions(user: User, actor: Actor): void {
  assertCanChangeUser(user, actor)
  if (user.id === actor.id) throw conflict('These are your own sessions. End them in your account settings.')
}

/** A change of role or address, and deactivation, end the user's sessions; changing your own profile does not. */
export const endsSessions = (user: User, actor: Actor, after: Pick<UserState, 'email' | 'role' | 'isActive'>) =>
  after.role !== user.role || (user.isActive && !after.isActive) || (after.email !== user.email && user.id !== actor.id)

/** Throws 403 for an admin's change of a master administrator. */
export function assertCanChangeUser(user: User, actor: Actor) {
  if (!mayChange(user, actor)) throw forbidden('Only a master administrator can change a master administrator.')
}

/** An active administrator. */
export const governs = ({ role, isActive }: Pick<UserState, 'role' | 'isActive'>) =>
  isActive && administrators.some((each) => each === role)

function assertStaysGoverned(
  user: User,
  actor: Actor,
  after: Pick<UserState, 'role' | 'isActive'>,
  otherAdministrators: number,
) {
  if (user.id === actor.id && after.role !== user.role)
    throw conflict('You can’t change your own role. Ask another administrator.')
  if (user.id === actor.id && !after.isActive)
    throw conflict('You can’t deactivate yourself. Ask another administrator.')
  if (governs(user) && !governs(after) && otherAdministrators === 0)
    throw conflict('This is the last active administrator. Make someone else an administrator first.')
}

/**
 * The local part of the address; the server makes it unique. It contains no @, so a username is never an email address.
 */
export const usernameFrom = (email: string) => email.slice(0, email.lastIndexOf('@')).toLowerCase().slice(0, 190)

export const fullName = ({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>) =>
  [firstName, lastName].filter((part) => part !== null).join(' ')
