import { CalendarFeed, NewCalendarFeed } from '../domain/calendar-feed.ts'
import { change, create, read } from './kit/endpoint.ts'

export const readCalendarFeed = read({
  path: '/api/calendar',
  who: 'signed-in',
  summary: 'Whether the caller has a private calendar address, since when, and when it was last read.',
  reply: CalendarFeed,
})

export const createCalendarFeed = create({
  path: '/api/calendar',
  who: 'signed-in',
  reauthenticate: true,
  summary:
    'Makes a private address (`/calendar/{token}.ics`) under which a calendar program reads what is due for the caller, by their rights at that time; the one before ends. The address is answered once and not kept. Needs a step-up (403); ends with a new password, a deactivation, and after a year unread.',
  reply: NewCalendarFeed,
  keepsNoAnswer: true,
})

export const endCalendarFeed = change('DELETE', {
  path: '/api/calendar',
  who: 'signed-in',
  summary: 'Ends the address; calendar programs get 404 from then on.',
  reply: CalendarFeed,
})
