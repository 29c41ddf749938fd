import { z } from 'zod'
import { team } from '../domain/actor.ts'
import { ScheduledFollowUp, ScheduledKind } from '../domain/follow-up.ts'
import { list } from './kit/endpoint.ts'

export const listFollowUps = list({
  path: '/api/follow-ups',
  who: team,
  summary:
    'Lists the reminders that the portal sends today and in the next seven days, by date (Eastern time), for what the caller can see: when, about what, and to whom. With `paused`, those that are not sent because reminders are paused in the client folder.',
  of: ScheduledFollowUp,
  query: {
    kind: ScheduledKind.optional(),
    paused: z
      .enum(['true', 'false'], 'Enter true or false.')
      .default('false')
      .transform((value) => value === 'true'),
  },
})
