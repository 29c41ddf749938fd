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
  noTimes: 'No times are free right now. Call or email us.',
  privateLink: 'Use it to choose another time or to cancel. It’s also in the email we sent you.',
  onlyPrivateLink: 'Save it to choose another time or to cancel.',
  keepPrivate: 'Keep this link private. Anyone who has it can change your appointment.',
  cancelOwn: 'The time becomes free for others. You can book another one.',
  teamPage: 'Appointments that clients and visitors booked online. Times are in Eastern Time.',
  clientPage: 'Your appointments with your consultant. Times are in Eastern Time.',
  noneForTeam:
    'Appointments will appear here when clients or visitors book them. Set your booking hours to be bookable.',
  noneForClient: 'Your appointments will appear here when you book them.',
  cancelByTeam: 'The other side gets an email and can read your reason. The time becomes free for others.',
  cancelByClient: 'Your consultant gets an email. The time becomes free for others.',
  noConsultant: 'No one on your team takes online appointments right now. Send a message instead.',
  hours: 'When you can be booked, in Eastern Time. Times outside the office hours and on holidays aren’t offered.',
}
