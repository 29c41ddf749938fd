import { administrators, team } from '../domain/actor.ts'
import { InvitedUserView, NewStaffInput, StaffMember } from '../domain/user.ts'
import { create, list, search } from './kit/endpoint.ts'

export const listStaff = list({
  path: '/api/staff',
  who: team,
  summary: 'Active users of role staff, to assign work to.',
  of: StaffMember,
  query: search,
})

export const addStaff = create({
  path: '/api/staff',
  who: administrators,
  summary:
    'Adds a staff member and sends an invitation to choose a password (7 days). A known e-mail is a 409. Needs a step-up (403).',
  body: NewStaffInput,
  reply: InvitedUserView,
})
