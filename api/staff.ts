import { administrators, team } from '../domain/actor.ts'
import { InvitedUserView, NewStaffInput, StaffMember } from '../domain/user.ts'
import { create, list, search } from './kit/endpoint.ts'

export const listStaff = list({
  path: '/api/staff',
  who: team,
  summary: 'Lists active users with the role staff, for assigning work.',
  of: StaffMember,
  query: search,
})

export const addStaff = create({
  path: '/api/staff',
  who: administrators,
  summary:
    'Creates a staff member and emails an invitation to choose a password (7 days). 409 for an email that exists. Requires recent authentication (403).',
  body: NewStaffInput,
  reply: InvitedUserView,
})
