import type { BookingView } from '../../domain/booking.ts'
import { formatTime } from '../kit/dates.ts'

const longDay = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' })

/** "Tuesday, December 1" */
export const dayWords = (date: string) => longDay.format(new Date(`${date}T12:00:00Z`))

/** "1 time" */
export const countedTimes = (count: number) => `${count} ${count === 1 ? 'time' : 'times'}`

/** "10:00 AM to 10:30 AM ET" */
export const spanWords = ({ startsAt, endsAt }: Pick<BookingView, 'startsAt' | 'endsAt'>) =>
  `${formatTime(startsAt)} to ${formatTime(endsAt)} ET`

/** Who the other side is: for a client the consultant, for the team the client folder or the visitor. */
export const otherSide = (booking: BookingView, isTeam: boolean): string =>
  isTeam ? (booking.clientFolderName ?? booking.name ?? 'A visitor') : (booking.consultantName ?? 'Your consultant')

/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  book: 'Choose a time and tell us what it is about. We’ll email you a confirmation.',
  bookWithoutEmail: 'Choose a time and tell us what it is about. You’ll get a private link to your appointment.',
  off: 'Appointments can’t be booked online right now. Call or email us.',
  noTimes: 'No times are available right now. Call or email us.',
  privateLink: 'Use it to choose another time or to cancel. It’s also in the email we sent you.',
  onlyPrivateLink: 'Save it to choose another time or to cancel.',
  keepPrivate: 'Keep this link private. Anyone who has it can change your appointment.',
  cancelOwn: 'Others can then book this time. You can book another appointment.',
  teamPage: 'Appointments with clients and visitors. Times are in Eastern Time.',
  clientPage: 'Your appointments with your consultant. Times are in Eastern Time.',
  noneForTeam:
    'Appointments will appear here when you, clients, or visitors book them. To be available, set your booking hours.',
  noneForClient: 'Your appointments will appear here when you book them.',
  noneWithoutBooking: 'To meet with your consultant, send a message.',
  cancelByTeam: 'We’ll email the client or visitor, who can read your reason. Others can then book this time.',
  cancelByClient: 'We’ll email your consultant. Others can then book this time.',
  noConsultant: 'No one can be booked online right now. Send a message instead.',
  noConsultantForTeam: 'No one on this folder’s team has booking hours. Set yours on the Appointments page.',
  hours: 'Hours when you can be booked, in Eastern Time. Times on holidays and outside office hours aren’t offered.',
}
