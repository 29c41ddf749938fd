import { z } from 'zod'
import { administrators, Role } from '../domain/actor.ts'
import { TransferInput, Holdings } from '../domain/transfer-work.ts'
import { SessionView } from '../domain/session.ts'
import { InvitedUserView, NewUserInput, UserChange, UserFigures, UserView } from '../domain/user.ts'
import { change, create, list, raw, read, search } from './kit/endpoint.ts'

const found = {
  ...search,
  role: Role.optional(),
  isActive: z
    .enum(['true', 'false'])
    .transform((word) => word === 'true')
    .optional(),
  order: z.enum(['newest', 'oldest', 'name', 'name-desc', 'email', 'email-desc']).optional(),
}

export const listUsers = list({
  path: '/api/users',
  who: administrators,
  summary: 'Lists all users, active and inactive. `q` searches names, email, username, and company.',
  of: UserView,
  query: found,
})

export const exportUsers = raw('GET', {
  path: '/api/users/csv',
  who: administrators,
  reauthenticate: true,
  summary: 'Exports the list of users with its filters as CSV (RFC 4180, UTF-8). Requires recent authentication (403).',
  query: found,
})

export const readUserFigures = read({
  path: '/api/users/figures',
  who: administrators,
  summary: 'Returns how many users there are, in total and by role; master administrators count as administrators.',
  reply: UserFigures,
})

export const readUser = read({
  path: '/api/users/:id',
  who: administrators,
  summary: 'Returns one user.',
  reply: UserView,
})

export const createUser = create({
  path: '/api/users',
  who: administrators,
  summary:
    'Creates a user and emails an invitation to choose a password (7 days). If a mail server is set up, the link is sent by email only (`invitationUrl` is null). 409 for an email that exists, 400 for the role `master-admin`. If the address already got three emails today, the user is created without an invitation, and `invitationProblem` says when one can be sent. Requires recent authentication (403) for staff and administrators, and whenever the link is returned.',
  body: NewUserInput,
  reply: InvitedUserView,
})

export const changeUser = change('PUT', {
  path: '/api/users/:id',
  who: administrators,
  summary:
    "Updates a user. 403 for a master administrator unless the caller is one; 409 for demoting or deactivating oneself or the last active administrator. `staffAccess` is what a staff member sees; 409 for limiting it while they have work to transfer. A change of role or email and a deactivation end that person's sessions; a change of role, access, or email and a reactivation require recent authentication (403).",
  body: UserChange,
  reply: UserView,
})

export const deactivateUser = change('DELETE', {
  path: '/api/users/:id',
  who: administrators,
  summary:
    'Deactivates a user, ends their sessions, and returns the user. The same restrictions as an update. Nothing is deleted. With `handOverTo` (an active staff member), all their folders and requests are transferred in the same step; without it they stay assigned to the user. `handOverTo` requires recent authentication (403).',
  query: { handOverTo: z.uuid('Choose a staff member.').optional() },
  reply: UserView,
})

export const readHoldings = read({
  path: '/api/users/:id/holdings',
  who: administrators,
  summary:
    'Lists what is assigned to a user: client folders that are not archived, and requests in progress; the first 200 by name.',
  reply: Holdings,
})

export const transferWork = change('POST', {
  path: '/api/users/:id/hand-over',
  who: administrators,
  reauthenticate: true,
  summary:
    'Transfers everything that is assigned to a user to `handOverTo`, single items to others (`exceptions`), and with `deactivate` also deactivates the user: all in one step, or nothing. 400 for someone who is not an active staff member and for items not assigned to the user; 409 above 1,000 items.',
  body: TransferInput,
  reply: z.object({ workTransferred: z.int(), user: UserView }),
})

export const listUserSessions = list({
  path: '/api/users/:id/sessions',
  who: administrators,
  summary:
    'Lists the active sessions of a user: browser, address, and last use. 403 for a master administrator unless the caller is one.',
  of: SessionView,
})

export const endUserSessions = change('DELETE', {
  path: '/api/users/:id/sessions',
  who: administrators,
  summary:
    'Signs a user out everywhere right away, and returns the number of sessions. 403 for a master administrator unless the caller is one, 409 for oneself.',
  reply: z.object({ ended: z.int() }),
})

export const endUserSession = change('DELETE', {
  path: '/api/users/:id/sessions/:sessionId',
  who: administrators,
  summary:
    'Signs a user out of one browser right away, and returns the session. 403 for a master administrator unless the caller is one, 409 for oneself.',
  reply: SessionView,
})

export const inviteUser = create({
  path: '/api/users/:id/invitation',
  who: administrators,
  summary:
    'Sends a new invitation to someone who has no password yet and ends the previous link. 409 once there is a password, 429 if the address already got three emails today. The link is returned, and recent authentication required, as when a user is created.',
  reply: InvitedUserView,
})
