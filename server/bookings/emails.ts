import { appointmentTime, type Booking, bookingPath } from '../../domain/booking.ts'
import { type Email, firm, type Recipient } from '../kit/record.ts'

/** What an email says of an appointment: never what it is about, nor the visitor’s name, which anyone can type. */
export type Appointment = Pick<Booking, 'clientFolderId' | 'clientFolderName' | 'consultantName' | 'startsAt'>

const about = 'bookings'
const withWhom = ({ consultantName }: Appointment) => `with ${consultantName ?? 'our team'}`
const inPortal = { label: 'View appointments', path: '/bookings' }
const privateLink = (token: string) => ({ label: 'View appointment', path: bookingPath(token) })

/** To the visitor: apart from the page after booking, the only place with the private link. */
export const visitorBooked = (to: Recipient, appointment: Appointment, token: string): Email => ({
  to,
  subject: `${firm}: your appointment is booked`,
  lines: [
    `Your appointment ${withWhom(appointment)} is on ${appointmentTime(appointment.startsAt)}.`,
    'Use the link below to add it to your calendar, choose another time, or cancel it. Keep the link private. Anyone who has it can change your appointment.',
  ],
  link: privateLink(token),
  about,
})

export const visitorRescheduled = (to: Recipient, appointment: Appointment, token: string): Email => ({
  to,
  subject: `${firm}: your appointment was rescheduled`,
  lines: [`Your appointment ${withWhom(appointment)} is now on ${appointmentTime(appointment.startsAt)}.`],
  link: privateLink(token),
  about,
})

/** By the team. The private link, which only the visitor has, shows the reason. */
export const visitorCancelled = (to: Recipient, appointment: Appointment): Email => ({
  to,
  subject: `${firm}: your appointment was canceled`,
  lines: [
    `We’re sorry, but we canceled your appointment ${withWhom(appointment)} on ${appointmentTime(appointment.startsAt)}. The link in your confirmation email shows the reason.`,
    'You can book another time.',
  ],
  link: { label: 'Book another time', path: '/book' },
  about,
})

/** The private link is in the confirmation email only. */
export const visitorTransferred = (to: Recipient, appointment: Appointment): Email => ({
  to,
  subject: `${firm}: your appointment is with someone else`,
  lines: [
    `Your appointment on ${appointmentTime(appointment.startsAt)} is now ${withWhom(appointment)}. The time hasn’t changed.`,
    'You can choose another time or cancel with the link in your confirmation email.',
  ],
  link: { label: 'Book another time', path: '/book' },
  about,
})

type News = 'booked' | 'rescheduled' | 'cancelled'

const clientLines: Record<News | 'booked-by-team' | 'transferred', (what: string, when: string) => string> = {
  booked: (what, when) => `Your appointment ${what} is on ${when}.`,
  'booked-by-team': (what, when) =>
    `We booked an appointment for you ${what} on ${when}. If the time doesn’t work for you, choose another one in the portal.`,
  rescheduled: (what, when) => `Your appointment ${what} is now on ${when}.`,
  cancelled: (what, when) => `Your appointment ${what} on ${when} was canceled.`,
  transferred: (what, when) => `Your appointment on ${when} is now ${what}. The time hasn’t changed.`,
}

const words: Record<News, string> = { booked: 'booked', rescheduled: 'rescheduled', cancelled: 'canceled' }

const clientSubjects: Record<keyof typeof clientLines, string> = {
  booked: 'your appointment is booked',
  'booked-by-team': 'your appointment is booked',
  rescheduled: 'your appointment was rescheduled',
  cancelled: 'your appointment was canceled',
  transferred: 'your appointment is with someone else',
}

/** To someone on the client's side of the folder. */
export const clientAppointment = (to: Recipient, news: keyof typeof clientLines, appointment: Appointment): Email => ({
  to,
  subject: `${firm}: ${clientSubjects[news]}`,
  lines: [clientLines[news](withWhom(appointment), appointmentTime(appointment.startsAt))],
  link: inPortal,
  about,
  clientFolderId: appointment.clientFolderId,
})

/** To the consultant. */
export const consultantAppointment = (to: Recipient, news: News, appointment: Appointment): Email => {
  const who = appointment.clientFolderId === null ? 'a visitor' : 'a client'
  const when = appointmentTime(appointment.startsAt)
  const lines: Record<News, string> = {
    booked: `You have a new appointment with ${who} on ${when}.`,
    rescheduled: `Your appointment with ${who} is now on ${when}.`,
    cancelled: `Your appointment with ${who} on ${when} was canceled.`,
  }
  return {
    to,
    subject: `${firm} portal: an appointment was ${words[news]}`,
    lines: [lines[news]],
    notice: `Appointment ${words[news]}: ${appointment.clientFolderName ?? 'a visitor'}, ${when}`,
    link: inPortal,
    about,
    clientFolderId: appointment.clientFolderId,
  }
}
