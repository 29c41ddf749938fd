import { team } from '../domain/actor.ts'
import { StaffCoverInput, StaffCoverView } from '../domain/staff-cover.ts'
import { Id } from '../domain/text.ts'
import { change, create, list } from './kit/endpoint.ts'

export const listStaffCovers = list({
  path: '/api/staff-covers',
  who: team,
  summary:
    'Lists who covers the folders of staff who are away, newest first. Staff see the covers of their own folders and those that they take over; administrators see all. `userId` filters by a person on either side.',
  of: StaffCoverView,
  query: { userId: Id.optional() },
})

export const createStaffCover = create({
  path: '/api/staff-covers',
  who: team,
  summary:
    "Plans cover: from `startsOn` through `endsOn` (office dates), the colleague sees the folders of the person who is away, works in them like a member, and gets their notifications. Staff plan their own; administrators name the person (`userId`). 400 for dates in the past, more than 90 days, oneself, and anyone but active staff who work in folders; 409 after 20 covers that haven't ended.",
  body: StaffCoverInput,
  reply: StaffCoverView,
})

export const endStaffCover = change('DELETE', {
  path: '/api/staff-covers/:id',
  who: team,
  summary:
    'Ends a cover early, or cancels a planned one, and returns it. The colleague loses access right away. For the person who is away and administrators (403); 409 once it has ended.',
  reply: StaffCoverView,
})
