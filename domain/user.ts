// A user: somebody who can sign in. Administrators make and change users; two guards keep the portal governed: only a
// master-admin touches a master-admin, and nobody demotes or deactivates themselves or the last active administrator.
import { z } from 'zod'
import { type Actor, administrators, isAdministrator, Role } from './actor.ts'
import { conflict, forbidden, invalid } from './errors.ts'
import { emailAddress, Id, Instant, kept, optionalName, requiredPersonName } from './text.ts'

/** The roles that can be given; a master-admin is made on the command line or by the set-up link only. */
export const givenRoles = ['admin', 'staff', 'client'] as const
const GivenRole = z.enum(givenRoles, 'Please choose a role: admin, staff or client.')

const person = {
  email: emailAddress('Valid email is required'),
  firstName: requiredPersonName('First name is required'),
  lastName: requiredPersonName('Last name is required'),
}

export const NewUserInput = z.strictObject({ ...person, role: GivenRole, phone: optionalName, company: optionalName })
export type NewUserInput = z.infer<typeof NewUserInput>

/** The whole of what can be edited. Without `isActive` the person stays as they are. */
export const UserChange = z.strictObject({
  ...person,
  role: z.enum(Role.options, 'Please choose a role: admin, staff or client.'),
  phone: optionalName,
  company: optionalName,
  isActive: z.boolean('Please choose Active or Inactive.').optional(),
  /** The name on signatures, where it differs from the one in the account. Left out, it follows a change of the name here. */
  recordedName: optionalName.optional(),
})
export type UserChange = z.infer<typeof UserChange>

/** `role` is what the address says already; naming another one is a mistake. */
export const NewStaffInput = z.strictObject({
  ...person,
  role: z.literal('staff', 'Whoever is added here becomes staff. Other roles are given in user management.').optional(),
})
export type NewStaffInput = z.infer<typeof NewStaffInput>

export const UserMove = z.enum([
  'edit',
  'deactivate',
  'activate',
  'invite',
  'end-sessions',
  'reset-second-factor',
  'hand-over',
  'view-as',
])
export type UserMove = z.infer<typeof UserMove>

export const User = z.object({
  id: Id,
  username: z.string(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  role: Role,
  isActive: z.boolean(),
  createdBy: Id.nullable(),
  phone: z.string().nullable(),
  company: z.string().nullable(),
  /** The name on signatures and certificates; changed by administrators only. */
  recordedName: z.string().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  ...kept,
})

/** A user as the portal knows them: besides what is shown, whether they have chosen a password yet, and a second factor, and whether they hold folders or requests. */
export const UserRow = User.extend({ hasPassword: z.boolean(), hasSecondFactor: z.boolean(), holdsWork: z.boolean() })
export type User = z.infer<typeof UserRow>

export const UserView = User.extend({ allowed: z.array(UserMove) })
export type UserView = z.infer<typeof UserView>

/** To whoever invited the person. Without a mail server they pass the link on; with one it goes by email only. */
export const InvitedUserView = UserView.extend({ invitationUrl: z.string().nullable(), invitationSent: z.boolean() })
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
  'email' | 'firstName' | 'lastName' | 'role' | 'phone' | 'company' | 'isActive' | 'recordedName'
>

const mayChange = (user: User, actor: Actor) =>
  isAdministrator(actor) && (user.role !== 'master-admin' || actor.role === 'master-admin')

export function allowedUserMoves(user: User, actor: Actor): UserMove[] {
  if (!mayChange(user, actor)) return []
  // What somebody held who has left waits in their name.
  const handOver: UserMove[] = user.holdsWork ? ['hand-over'] : []
  if (!user.isActive) return ['edit', 'activate', ...handOver]
  const moves: UserMove[] = ['edit', ...handOver]
  if (user.id !== actor.id) moves.push('deactivate')
  if (!user.hasPassword) moves.push('invite')
  if (user.role === 'client') moves.push('view-as')
  if (user.id !== actor.id && user.hasPassword) moves.push('end-sessions')
  if (user.id !== actor.id && user.hasSecondFactor) moves.push('reset-second-factor')
  return moves
}

/**
 * What a user becomes by an edit. `otherAdministrators` counts the active ones besides this user.
 * Refuses 403 an admin's change of a master-admin, 400 the role master-admin for anybody who does not have it,
 * 409 what would leave the portal or the editor without an administrator.
 */
export function changeUser(user: User, actor: Actor, input: UserChange, otherAdministrators: number): UserState {
  assertCanChangeUser(user, actor)
  if (input.role === 'master-admin' && user.role !== 'master-admin')
    throw invalid('role', 'The role master-admin is given on the command line only. Choose admin, staff or client.')
  const { isActive = user.isActive, ...rest } = input
  const isRenamed = input.firstName !== user.firstName || input.lastName !== user.lastName
  const named = isRenamed || input.recordedName === null ? fullName(input) : user.recordedName
  const recordedName = input.recordedName ?? named
  const after = { ...rest, isActive, recordedName }
  assertStaysGoverned(user, actor, after, otherAdministrators)
  return after
}

/** Refuses like an edit that says the same. Twice is harmless. */
export function assertCanDeactivateUser(user: User, actor: Actor, otherAdministrators: number): void {
  assertCanChangeUser(user, actor)
  assertStaysGoverned(user, actor, { role: user.role, isActive: false }, otherAdministrators)
}

/** A new link for somebody who has no password yet. */
export function assertCanInviteUser(user: User, actor: Actor): void {
  assertCanChangeUser(user, actor)
  if (!user.isActive) throw conflict('This account is inactive. Activate it first, then invite the person.')
  if (user.hasPassword)
    throw conflict('This person has chosen a password already. "Forgot password" in the sign-in dialog sends a link.')
}

/** Ends the sessions of somebody else; one's own are ended on the account page. */
export function assertCanEndSessions(user: User, actor: Actor): void {
  assertCanChangeUser(user, actor)
  if (user.id === actor.id) throw conflict('These are your own sessions. End them on your account page.')
}

/** A change of role or address, and the end of an account, end that person's sessions; one's own profile does not. */
export const endsSessions = (user: User, actor: Actor, after: Pick<UserState, 'email' | 'role' | 'isActive'>) =>
  after.role !== user.role || (user.isActive && !after.isActive) || (after.email !== user.email && user.id !== actor.id)

/** Refuses 403 an admin whatever concerns a master-admin. */
export function assertCanChangeUser(user: User, actor: Actor) {
  if (!mayChange(user, actor)) throw forbidden('Only a master-admin can change a master-admin.')
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
    throw conflict('You cannot change your own role. Please ask another administrator.')
  if (user.id === actor.id && !after.isActive)
    throw conflict('You cannot deactivate yourself. Please ask another administrator.')
  if (governs(user) && !governs(after) && otherAdministrators === 0)
    throw conflict('This is the last active administrator. Make somebody else an administrator first.')
}

/** The e-mail's local part; the server makes it unique. It holds no @, so a username is never somebody's address. */
export const usernameFrom = (email: string) => email.slice(0, email.lastIndexOf('@')).toLowerCase().slice(0, 190)

export const fullName = ({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>) =>
  [firstName, lastName].filter((part) => part !== null).join(' ')
