import { CalendarFeed, NewCalendarFeed } from '../domain/calendar-feed.ts'
import { change, create, read } from './kit/endpoint.ts'

export const readCalendarFeed = read({
  path: '/api/calendar',
  who: 'signed-in',
  summary: 'Returns whether the caller has a calendar feed, since when, and when it was last read.',
  reply: CalendarFeed,
})

export const createCalendarFeed = create({
  path: '/api/calendar',
  who: 'signed-in',
  reauthenticate: true,
  summary:
    "Creates a private calendar feed URL (`/calendar/{token}.ics`) with the caller's due dates and replaces the previous one. The URL is returned once. Requires recent authentication (403). It stops working after a password change, after deactivation, and after a year without use.",
  reply: NewCalendarFeed,
  storesNoReply: true,
})

export const endCalendarFeed = change('DELETE', {
  path: '/api/calendar',
  who: 'signed-in',
  summary: 'Deletes the calendar feed URL; calendar apps then get 404.',
  reply: CalendarFeed,
})
