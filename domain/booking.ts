// An appointment with someone on the team: booked by a visitor, or in a client folder, to which it then belongs.
// States: booked → cancelled.
import { z } from 'zod'
import { type Actor, isClient } from './actor.ts'
import { looksAutomated, submissionSigns } from './automated-submission.ts'
import { BookingTime } from './booking-times.ts'
import { conflict, DomainError, forbidden, invalid } from './errors.ts'
import { clockTime, WeekHours } from './office-hours.ts'
import {
  emailAddress,
  Id,
  Instant,
  versioned,
  optionalId,
  optionalName,
  optionalText,
  requiredPersonName,
  requiredText,
} from './text.ts'
import { officeTime, officeZone } from './time.ts'

export const BookingStatus = z.enum(['booked', 'cancelled'])
export type BookingStatus = z.infer<typeof BookingStatus>

export const BookingAction = z.enum(['reschedule', 'cancel'])
export type BookingAction = z.infer<typeof BookingAction>

export const Booking = z.object({
  id: Id,
  /** Null for a visitor's. */
  clientFolderId: Id.nullable(),
  clientFolderName: z.string().nullable(),
  consultantId: Id,
  consultantName: z.string().nullable(),
  /** The visitor, or who booked it in the folder. */
  name: z.string().nullable(),
  /** A visitor's. */
  email: z.string().nullable(),
  phone: z.string().nullable(),
  topic: z.string(),
  startsAt: Instant,
  endsAt: Instant,
  status: BookingStatus,
  cancelledAt: Instant.nullable(),
  /** Null for a visitor. */
  cancelledByName: z.string().nullable(),
  cancelReason: z.string().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  ...versioned,
})
export type Booking = z.infer<typeof Booking>

export const BookingView = Booking.extend({ allowed: z.array(BookingAction) })
export type BookingView = z.infer<typeof BookingView>

const topic = requiredText('Enter what the appointment is about.', 1000)

export const VisitorBookingInput = z.strictObject({
  name: requiredPersonName('Enter your name.'),
  email: emailAddress('Enter your email address.', 'Enter a valid email address.'),
  phone: optionalName,
  topic,
  startsAt: BookingTime,
})
export type VisitorBookingInput = z.infer<typeof VisitorBookingInput>

export const VisitorBookingSubmission = VisitorBookingInput.extend(submissionSigns)
export type VisitorBookingSubmission = z.infer<typeof VisitorBookingSubmission>

/** Throws 400 for probable spam, with a message that helps people whose browser filled in the hidden field. */
export function assertSentByPerson(input: VisitorBookingSubmission): void {
  if (looksAutomated(input, input.topic))
    throw new DomainError('invalid', 'We couldn’t book this appointment online. Call or email us.')
}

/** Without a consultant, the folder's lead. */
export const FolderBookingInput = z.strictObject({ consultantId: optionalId, topic, startsAt: BookingTime })
export type FolderBookingInput = z.infer<typeof FolderBookingInput>

export const noSuchConsultant = () => invalid('consultantId', 'Choose a consultant who takes online appointments.')

export const BookingChange = z.strictObject({ startsAt: BookingTime })
export type BookingChange = z.infer<typeof BookingChange>

export const BookingStatusChange = z.strictObject({
  status: z.enum(['cancelled'], 'An appointment can only be canceled.'),
  reason: optionalText,
})
export type BookingStatusChange = z.infer<typeof BookingStatusChange>

/** The page of the private link, which the visitor gets once. */
export const BookedByVisitor = z.object({
  id: Id,
  consultantName: z.string().nullable(),
  startsAt: Instant,
  endsAt: Instant,
  bookingPath: z.string(),
  createdAt: Instant,
  ...versioned,
})
export type BookedByVisitor = z.infer<typeof BookedByVisitor>

/** Any text has the form of a token; only the lookup tells whether it is valid. */
export const BookingToken = z.strictObject({ token: z.string('The token of the link is required.') })
export const BookingTimesByLink = BookingToken.extend({ from: z.iso.date('Enter a date.').optional() })
export const BookingChangeByLink = BookingToken.extend({ startsAt: BookingTime })

/** What everyone with the private link sees: nothing that the visitor entered. */
export const BookingByLink = z.object({
  consultantName: z.string().nullable(),
  startsAt: Instant,
  endsAt: Instant,
  status: BookingStatus,
  cancelReason: z.string().nullable(),
  allowed: z.array(BookingAction),
})
export type BookingByLink = z.infer<typeof BookingByLink>

/** The reason why an appointment was canceled when its consultant's work was transferred. */
export const noLongerAvailable = 'Your consultant is no longer available at this time.'

export const bookingPath = (token: string) => `/bookings/${token}`

/** The private link works this long after the appointment. */
export const bookingLinkDays = 30

type State = Pick<Booking, 'status' | 'startsAt'>

const isUpcoming = ({ status, startsAt }: State, now: Date) =>
  status === 'booked' && Date.parse(startsAt) > now.getTime()

/**
 * What someone who sees the appointment may do with it. A visitor chooses a time themselves, so the team only cancels a
 * visitor's.
 * @param folder whether it is open, and whether the consultant is still on its team; both true for a visitor's
 */
export function allowedForBooking(
  booking: State & Pick<Booking, 'clientFolderId'>,
  now: Date,
  folder: { isOpen: boolean; isOnTeam: boolean },
): BookingAction[] {
  if (!isUpcoming(booking, now) || !folder.isOpen) return []
  return booking.clientFolderId === null || !folder.isOnTeam ? ['cancel'] : ['reschedule', 'cancel']
}

export const allowedByLink = (booking: State, now: Date): BookingAction[] =>
  isUpcoming(booking, now) ? ['reschedule', 'cancel'] : []

/** Throws 409 once it is canceled or has started. */
export function assertUpcoming(booking: State, now: Date): void {
  if (booking.status === 'cancelled') throw conflict('This appointment was already canceled.')
  if (!isUpcoming(booking, now)) throw conflict('This appointment has already started.')
}

/** Throws 403 for a visitor's. */
export function assertCanReschedule({ clientFolderId }: Pick<Booking, 'clientFolderId'>): void {
  if (clientFolderId === null)
    throw forbidden('Only the visitor can choose another time. To cancel the appointment, enter a reason.')
}

/** Throws 409 once the consultant has left the team of the folder. */
export function assertOnTeam({ consultantId }: Pick<Booking, 'consultantId'>, team: readonly string[]): void {
  if (!team.includes(consultantId))
    throw conflict('This consultant no longer works in the client folder. Cancel the appointment and book another one.')
}

/** The team gives a reason, which the other side reads; throws 400 without one. */
export function assertHasReason(actor: Actor, reason: string | null): void {
  if (!isClient(actor) && reason === null) throw invalid('reason', 'Enter a reason.')
}

const longDate = new Intl.DateTimeFormat('en-US', {
  timeZone: officeZone,
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  year: 'numeric',
})

/** "Tuesday, December 1, 2026, at 10:00 AM ET" */
export function appointmentTime(startsAt: string): string {
  const start = new Date(startsAt)
  return `${longDate.format(start)}, at ${clockTime(officeTime(start).slice(0, 5))} ET`
}

/** Whether a person on the team can be booked, and when. */
export const BookingHours = z.object({
  id: Id,
  name: z.string().nullable(),
  isBookable: z.boolean(),
  /** Null for the office hours. */
  days: WeekHours.nullable(),
  ...versioned,
})
export type BookingHours = z.infer<typeof BookingHours>

export const BookingHoursInput = z.strictObject({ isBookable: z.boolean(), days: WeekHours.nullable() })
export type BookingHoursInput = z.infer<typeof BookingHoursInput>
