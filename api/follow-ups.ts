import { team } from '../domain/actor.ts'
import { FollowUpSchedule, ScheduledKind } from '../domain/follow-up.ts'
import { read } from './kit/endpoint.ts'

export const readFollowUpSchedule = read({
  path: '/api/follow-ups',
  who: team,
  summary:
    'Returns the reminders that the portal sends today and in the next seven days, by date (Eastern time), for what the caller can see: when, about what, and to whom. `paused` lists those that are not sent because reminders are paused in the client folder. At most 500 of each; `more` says that others were left out.',
  query: { kind: ScheduledKind.optional() },
  reply: FollowUpSchedule,
})
