import { z } from 'zod'
import { team } from '../domain/actor.ts'
import {
  BookedByVisitor,
  BookingByLink,
  BookingChange,
  BookingChangeByLink,
  BookingHours,
  BookingHoursInput,
  BookingStatusChange,
  BookingTimesByLink,
  BookingToken,
  BookingView,
  FolderBookingInput,
  VisitorBookingSubmission,
} from '../domain/booking.ts'
import { BookingTimes } from '../domain/booking-times.ts'
import { Id } from '../domain/text.ts'
import { change, create, list, raw, read } from './kit/endpoint.ts'

/** The first day to read. */
const from = z.iso.date('Enter a date.').optional()

export const readBookingTimes = read({
  path: '/api/booking-times',
  who: 'anyone',
  summary:
    'Returns whether online booking is on, and up to seven days with times when someone on the team is available, in UTC. `next` is the date from which to request later days.',
  reply: BookingTimes,
  query: { from },
})

export const createVisitorBooking = create({
  path: '/api/bookings',
  who: 'anyone',
  summary:
    'Books an appointment for a visitor with a team member who is available. `bookingPath` is a private page, returned only here and by email, for rescheduling and canceling. At most 10 an hour from one address (429). `decoy` (a hidden field of the form) and `secondsOpen` (from opening the form to sending it) may be omitted; a filled-in decoy, or text with a link that is sent within 3 seconds, is a 400. 409 if the time was just taken, or online booking is off.',
  rateLimit: {
    tries: 10,
    windowSeconds: 3600,
    sentence: 'Too many appointments were booked from your network. Try again later, or call us.',
    exceptTeam: true,
  },
  body: VisitorBookingSubmission,
  reply: BookedByVisitor,
})

export const readFolderBookingTimes = read({
  path: '/api/client-folders/:id/booking-times',
  who: 'signed-in',
  summary:
    'Returns the people on the folder’s team who can be booked, and up to seven days with available times for one of them: by default the lead, if they can be booked.',
  reply: BookingTimes,
  query: { from, consultantId: Id.optional() },
})

export const createFolderBooking = create({
  path: '/api/client-folders/:id/bookings',
  who: 'signed-in',
  summary:
    'Books an appointment in a client folder, by default with its lead. 409 if the time was just taken, online booking is off, or the folder is archived.',
  rateLimit: {
    tries: 30,
    windowSeconds: 3600,
    sentence: 'You’ve booked too many appointments in the last hour. Try again later.',
    exceptTeam: true,
  },
  body: FolderBookingInput,
  reply: BookingView,
})

const views = ['upcoming', 'past', 'cancelled'] as const

export const listBookings = list({
  path: '/api/bookings',
  who: 'signed-in',
  summary:
    'Lists appointments: those of client folders whose messages the caller can see; for the team, also those of visitors (for staff, only their own). By default, upcoming ones, soonest first; past and canceled ones are listed latest first.',
  of: BookingView,
  query: {
    view: z.enum(views, 'Choose an option from the list.').default('upcoming'),
    clientFolderId: Id.optional(),
  },
})

export const readBooking = read({
  path: '/api/bookings/:id',
  who: 'signed-in',
  summary: 'Returns one appointment.',
  reply: BookingView,
})

export const rescheduleBooking = change('PATCH', {
  path: '/api/bookings/:id',
  who: 'signed-in',
  summary:
    'Moves an appointment of a client folder to another time of the same consultant. 403 for a visitor’s. 409 if the time was just taken, or the appointment was canceled or has started.',
  body: BookingChange,
  reply: BookingView,
})

export const changeBookingStatus = change('PATCH', {
  path: '/api/bookings/:id/status',
  who: 'signed-in',
  summary:
    'Cancels an appointment and notifies the other side. The team gives a reason. 409 if it was canceled or has started.',
  body: BookingStatusChange,
  reply: BookingView,
})

export const downloadBooking = raw('GET', {
  path: '/api/bookings/:id/calendar',
  who: 'signed-in',
  summary: 'Returns an appointment as an iCalendar file (RFC 5545).',
})

/** A POST, so that the token is not in an address that may be logged. */
export const readBookingByLink = change('POST', {
  path: '/api/booking-link',
  who: 'anyone',
  storesNoReply: true,
  summary:
    'Returns a visitor’s appointment by the token of its private link. Changes nothing. 404 for any other token.',
  body: BookingToken,
  reply: BookingByLink,
})

export const readBookingTimesByLink = change('POST', {
  path: '/api/booking-link/times',
  who: 'anyone',
  storesNoReply: true,
  summary:
    'Returns up to seven days with available times for the consultant of a visitor’s appointment. Changes nothing. 404 for any other token.',
  body: BookingTimesByLink,
  reply: BookingTimes,
})

export const rescheduleBookingByLink = change('POST', {
  path: '/api/booking-link/time',
  who: 'anyone',
  storesNoReply: true,
  summary:
    'Moves a visitor’s appointment to another time of the same consultant, who is notified. 404 for any other token. 409 if the time was just taken, or the appointment was canceled or has started.',
  body: BookingChangeByLink,
  reply: BookingByLink,
})

export const cancelBookingByLink = change('POST', {
  path: '/api/booking-link/cancellation',
  who: 'anyone',
  storesNoReply: true,
  summary:
    'Cancels a visitor’s appointment and notifies the consultant. 404 for any other token. 409 if it was canceled or has started.',
  body: BookingToken,
  reply: BookingByLink,
})

export const listBookingHours = read({
  path: '/api/booking-hours',
  who: team,
  summary:
    'Returns who on the team can be booked, and when: everyone for administrators, only themselves for staff. At most 200.',
  reply: z.array(BookingHours),
})

export const readBookingHours = read({
  path: '/api/booking-hours/:id',
  who: team,
  summary:
    'Returns whether a person on the team can be booked, and when, by the id of their account. Staff can read only their own.',
  reply: BookingHours,
})

export const changeBookingHours = change('PUT', {
  path: '/api/booking-hours/:id',
  who: team,
  summary:
    'Sets whether a person on the team can be booked, and their weekly hours in Eastern Time; without hours, the office hours apply. Times outside the office hours are not offered. Staff can set only their own.',
  body: BookingHoursInput,
  reply: BookingHours,
})
