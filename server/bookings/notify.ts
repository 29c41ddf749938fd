// Who is emailed about an appointment.
import { type Actor, isClient } from '../../domain/actor.ts'
import type { BookingView } from '../../domain/booking.ts'
import type { ClientFolder } from '../../domain/client-folder.ts'
import type { Tx } from '../kit/db.ts'
import type { Recipient } from '../kit/record.ts'
import {
  type Appointment,
  clientAppointment,
  consultantAppointment,
  visitorCancelled,
  visitorTransferred,
} from './emails.ts'
import { bookerOf, unsafeConsultant } from './queries.ts'

type News = 'booked' | 'rescheduled' | 'cancelled'

/** Emails the consultant, unless they did it themselves, or their account is deactivated. */
export async function notifyConsultant(
  tx: Tx,
  news: News,
  appointment: Appointment & Pick<BookingView, 'consultantId'>,
  actor: Actor | null = null,
): Promise<void> {
  const consultant = await unsafeConsultant(tx, appointment.consultantId)
  if (consultant !== null && consultant.userId !== actor?.id)
    tx.mail(consultantAppointment(consultant, news, appointment))
}

/** Emails the consultant and the client’s side, except for the person who did it. */
export async function notifyFolder(
  tx: Tx,
  actor: Actor,
  news: News,
  booking: BookingView,
  folder: ClientFolder,
): Promise<void> {
  await notifyConsultant(tx, news, booking, actor)
  const client = clientOf(folder, await bookerOf(tx, booking.id))
  // Also the person who booked it: the email is their confirmation.
  if (client !== null && (client.userId !== actor.id || news === 'booked'))
    tx.mail(clientAppointment(client, news === 'booked' && !isClient(actor) ? 'booked-by-team' : news, booking))
}

/** Canceled by the team, or in a folder by the client's side. @param folder null for a visitor's */
export async function notifyCancelled(tx: Tx, actor: Actor, booking: BookingView, folder: ClientFolder | null) {
  if (folder !== null) return notifyFolder(tx, actor, 'cancelled', booking, folder)
  const { email, name } = booking
  if (email !== null) tx.mail(visitorCancelled({ userId: null, email, name }, booking))
  return notifyConsultant(tx, 'cancelled', booking, actor)
}

/** To the new consultant, and to the client's side or the visitor. */
export async function notifyTransferred(tx: Tx, booking: BookingView, folder: ClientFolder | null) {
  await notifyConsultant(tx, 'booked', booking)
  const { email, name } = booking
  if (folder === null && email !== null) tx.mail(visitorTransferred({ userId: null, email, name }, booking))
  const client = folder === null ? null : clientOf(folder, await bookerOf(tx, booking.id))
  if (client !== null) tx.mail(clientAppointment(client, 'transferred', booking))
}

/** Who booked it, while they see the folder’s messages; otherwise its client. */
function clientOf(
  { clientId, clientEmail, clientName, contacts }: ClientFolder,
  bookedById: string | null,
): Recipient | null {
  const contact = contacts.find(({ userId, messages }) => userId === bookedById && messages)
  if (contact !== undefined) return { userId: contact.userId, email: contact.email, name: contact.name }
  if (clientId === null || clientEmail === null) return null
  return { userId: clientId, email: clientEmail, name: clientName }
}
