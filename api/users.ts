import { z } from 'zod'
import { administrators, Role } from '../domain/actor.ts'
import { HandOverInput, Holdings } from '../domain/hand-over.ts'
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
  order: z.enum(['newest', 'name']).optional(),
}

export const listUsers = list({
  path: '/api/users',
  who: administrators,
  summary: 'All users, active and inactive. `q` looks in names, e-mail, username and company.',
  of: UserView,
  query: found,
})

export const exportUsers = raw('GET', {
  path: '/api/users/csv',
  who: administrators,
  reauthenticate: true,
  summary: 'The list of users with its filters as CSV (RFC 4180, UTF-8). Needs a step-up (403).',
  query: found,
})

export const readUserFigures = read({
  path: '/api/users/figures',
  who: administrators,
  summary: 'How many users there are, in all and by role; master-admins count as admins.',
  reply: UserFigures,
})

export const readUser = read({
  path: '/api/users/:id',
  who: administrators,
  summary: 'One user.',
  reply: UserView,
})

export const createUser = create({
  path: '/api/users',
  who: administrators,
  summary:
    'Adds a person and sends an invitation to choose a password (7 days). Where a mail server is set the link goes by email only (`invitationUrl` is null). A known e-mail is a 409, the role master-admin a 400. Needs a step-up (403) for staff and administrators, and wherever the link is answered.',
  body: NewUserInput,
  reply: InvitedUserView,
})

export const changeUser = change('PUT', {
  path: '/api/users/:id',
  who: administrators,
  summary:
    'Edits a user. 403 for a master-admin unless the caller is one; 409 for demoting or deactivating oneself or the last active administrator. A change of role or e-mail and a deactivation end the sessions of that person; the first two, and a re-activation, need a step-up (403).',
  body: UserChange,
  reply: UserView,
})

export const deactivateUser = change('DELETE', {
  path: '/api/users/:id',
  who: administrators,
  summary:
    'Deactivates a user, ends their sessions, and answers the user. Refuses like an edit. Nothing is deleted. With `handOverTo` (an active staff member) all folders and requests that they hold go there in the same step; without it they wait in their name. `handOverTo` needs a step-up (403).',
  query: { handOverTo: z.uuid('Please choose who takes over.').optional() },
  reply: UserView,
})

export const readHoldings = read({
  path: '/api/users/:id/holdings',
  who: administrators,
  summary: 'What a user holds: client folders that are not archived, and requests in progress; the first 200 by name.',
  reply: Holdings,
})

export const handOverWork = change('POST', {
  path: '/api/users/:id/hand-over',
  who: administrators,
  reauthenticate: true,
  summary:
    'Gives all that a user holds to `handOverTo`, single things to others (`exceptions`), and deactivates the user with it if `deactivate` says so: all in one step, or nothing. 400 for whoever is no active staff member and for what is not held; 409 past 1,000 things.',
  body: HandOverInput,
  reply: z.object({ handedOver: z.int(), user: UserView }),
})

export const listUserSessions = list({
  path: '/api/users/:id/sessions',
  who: administrators,
  summary:
    'Where a user is signed in: browser in words, address, last use. 403 for a master-admin unless the caller is one.',
  of: SessionView,
})

export const endUserSessions = change('DELETE', {
  path: '/api/users/:id/sessions',
  who: administrators,
  summary:
    'Signs a user out everywhere, at once, and answers of how many sessions. 403 for a master-admin unless the caller is one, 409 for oneself.',
  reply: z.object({ ended: z.int() }),
})

export const endUserSession = change('DELETE', {
  path: '/api/users/:id/sessions/:sessionId',
  who: administrators,
  summary:
    'Signs a user out of one browser, at once, and answers what it was. 403 for a master-admin unless the caller is one, 409 for oneself.',
  reply: SessionView,
})

export const inviteUser = create({
  path: '/api/users/:id/invitation',
  who: administrators,
  summary:
    'Sends a new invitation to somebody who has no password yet; the earlier link ends. 409 once there is a password. The link is answered, and a step-up needed, as when a user is added.',
  reply: InvitedUserView,
})
