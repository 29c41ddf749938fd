// Who is emailed about an appointment.
import type { Actor } from '../../domain/actor.ts'
import type { BookingView } from '../../domain/booking.ts'
import type { ClientFolder } from '../../domain/client-folder.ts'
import type { Tx } from '../kit/db.ts'
import type { Recipient } from '../kit/record.ts'
import { type Appointment, clientAppointment, consultantAppointment } from './emails.ts'
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
    tx.mail(clientAppointment(client, news, booking))
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
