import sql from 'sql-template-tag'
import type { Actor } from '../../domain/actor.ts'
import {
  assertCanReschedule,
  assertHasReason,
  assertOnTeam,
  assertSentByPerson,
  assertUpcoming,
  type BookedByVisitor,
  type BookingChange,
  bookingPath,
  type BookingStatusChange,
  type BookingView,
  type FolderBookingInput,
  noSuchConsultant,
  type VisitorBookingSubmission,
} from '../../domain/booking.ts'
import {
  assertBookingIsOpen,
  type BookablePerson,
  type BookingTerms,
  consultantFor,
} from '../../domain/booking-times.ts'
import { assertNotArchived, type ClientFolder } from '../../domain/client-folder.ts'
import { openFolder } from '../client-folders/queries.ts'
import type { Tx } from '../kit/db.ts'
import { newId } from '../kit/id.ts'
import type { ChangeEvent } from '../kit/record.ts'
import { hashOf, newSecret } from '../kit/session.ts'
import { assertVersion, type IfMatch } from '../kit/version.ts'
import { visitorBooked } from './emails.ts'
import { notifyCancelled, notifyConsultant, notifyFolder } from './notify.ts'
import { bookingToChange, readBooking, teamOf } from './queries.ts'
import { anyone, bookingTerms, lockedPeople, oneOf } from './schedule.ts'

type Noted = Pick<BookingView, 'id' | 'clientFolderId' | 'consultantId'>

/** Everyone who may see the folder’s messages is notified; of a visitor’s, the consultant. */
export const bookingChange = ({ id, clientFolderId, consultantId }: Noted): ChangeEvent =>
  clientFolderId === null ? { type: 'bookings', id, userIds: [consultantId] } : { type: 'bookings', id, clientFolderId }

const endOf = (startsAt: string, { booking: { minutes } }: BookingTerms): Date =>
  new Date(Date.parse(startsAt) + minutes * 60_000)

export async function bookAsVisitor(tx: Tx, input: VisitorBookingSubmission): Promise<BookedByVisitor> {
  const terms = await bookingTerms(tx)
  assertBookingIsOpen(terms)
  assertSentByPerson(input)
  const consultant = consultantFor(input.startsAt, await lockedPeople(tx, anyone), terms, tx.now)
  const id = newId()
  const token = newSecret()
  const startsAt = new Date(input.startsAt)
  const endsAt = endOf(input.startsAt, terms)
  await tx.run(sql`
    insert into bookings (id, consultant_id, visitor_name, visitor_email, visitor_phone, topic, starts_at, ends_at, token_hash,
      created_at, updated_at)
    values (${id}, ${consultant.id}, ${input.name}, ${input.email}, ${input.phone}, ${input.topic}, ${startsAt}, ${endsAt},
      ${hashOf(token)}, ${tx.now}, ${tx.now})`)
  const booking = { id, clientFolderId: null, consultantId: consultant.id, startsAt: startsAt.toISOString() }
  recordCreated(tx, booking)
  const appointment = { ...booking, clientFolderName: null, consultantName: consultant.name }
  tx.mail(visitorBooked({ userId: null, email: input.email, name: input.name }, appointment, token))
  await notifyConsultant(tx, 'booked', appointment)
  return {
    id,
    consultantName: consultant.name,
    startsAt: booking.startsAt,
    endsAt: endsAt.toISOString(),
    bookingPath: bookingPath(token),
    createdAt: tx.now.toISOString(),
    version: 1,
  }
}

const recordCreated = (tx: Tx, booking: Noted & Pick<BookingView, 'startsAt'>) => {
  const { id, clientFolderId, consultantId, startsAt } = booking
  tx.record(
    { action: 'booking.created', id, clientFolderId, details: { consultantId, startsAt } },
    bookingChange(booking),
  )
}

export async function bookInFolder(
  tx: Tx,
  actor: Actor,
  folderId: string,
  input: FolderBookingInput,
): Promise<BookingView> {
  const folder = await openFolder(tx, actor, folderId, 'messages')
  const terms = await bookingTerms(tx)
  assertBookingIsOpen(terms)
  const { id: consultantId } = await consultantOr400(tx, folder, input, terms)
  const id = newId()
  await tx.run(sql`
    insert into bookings (id, consultant_id, client_folder_id, booked_by_id, topic, starts_at, ends_at, created_at, updated_at)
    values (${id}, ${consultantId}, ${folder.id}, ${actor.id}, ${input.topic}, ${new Date(input.startsAt)},
      ${endOf(input.startsAt, terms)}, ${tx.now}, ${tx.now})`)
  const booking = await readBooking(tx, actor, id)
  recordCreated(tx, booking)
  await notifyFolder(tx, actor, 'booked', booking, folder)
  return booking
}

/** The chosen person, who must be on the folder’s team and available; defaults to the lead. */
async function consultantOr400(
  tx: Tx,
  folder: ClientFolder,
  { consultantId, startsAt }: FolderBookingInput,
  terms: BookingTerms,
): Promise<BookablePerson> {
  const id = consultantId ?? folder.assignedStaffId
  const people = teamOf(folder).includes(id) ? await lockedPeople(tx, oneOf([id])) : []
  if (people.length === 0) throw noSuchConsultant()
  return consultantFor(startsAt, people, terms, tx.now)
}

export async function rescheduleBooking(
  tx: Tx,
  actor: Actor,
  id: string,
  { startsAt }: BookingChange,
  ifMatch: IfMatch,
): Promise<BookingView> {
  const { booking: before, folder } = await bookingToChange(tx, actor, id)
  assertCanReschedule(before)
  if (folder !== null) assertNotArchived(folder)
  assertUpcoming(before, tx.now)
  if (folder !== null) assertOnTeam(before, teamOf(folder))
  assertVersion(before, ifMatch)
  await moveBooking(tx, before, startsAt)
  const booking = await readBooking(tx, actor, id)
  if (folder !== null) await notifyFolder(tx, actor, 'rescheduled', booking, folder)
  return booking
}

/** Moves it to another free time of its consultant, and records that. */
export async function moveBooking(tx: Tx, before: Noted & Pick<BookingView, 'startsAt'>, startsAt: string) {
  const { id, clientFolderId, consultantId } = before
  const terms = await bookingTerms(tx)
  assertBookingIsOpen(terms)
  const people = await lockedPeople(tx, oneOf([consultantId]))
  // Its own time is free for it.
  const others = people.map((person) => ({ ...person, booked: person.booked.filter((each) => each.id !== id) }))
  consultantFor(startsAt, others, terms, tx.now)
  const after = new Date(startsAt)
  await tx.run(sql`
    update bookings set starts_at = ${after}, ends_at = ${endOf(startsAt, terms)}, version = version + 1, updated_at = ${tx.now}
    where id = ${id}`)
  const details = { before: { startsAt: before.startsAt }, after: { startsAt: after.toISOString() } }
  tx.record({ action: 'booking.rescheduled', id, clientFolderId, details }, bookingChange(before))
}

export async function cancelBooking(
  tx: Tx,
  actor: Actor,
  id: string,
  { reason }: BookingStatusChange,
  ifMatch: IfMatch,
): Promise<BookingView> {
  const { booking: before, folder } = await bookingToChange(tx, actor, id)
  assertHasReason(actor, reason)
  if (folder !== null) assertNotArchived(folder)
  assertUpcoming(before, tx.now)
  assertVersion(before, ifMatch)
  await endBooking(tx, before, { actorId: actor.id, reason })
  const booking = await readBooking(tx, actor, id)
  await notifyCancelled(tx, actor, booking, folder)
  return booking
}

/** Cancels it, so that its time is free again, and records that. @param actorId null for the visitor */
export async function endBooking(
  tx: Tx,
  booking: Noted,
  { actorId, reason }: { actorId: string | null; reason: string | null },
) {
  const { id, clientFolderId } = booking
  await tx.run(sql`
    update bookings set status = 'cancelled', cancelled_at = ${tx.now}, cancelled_by_id = ${actorId}, cancel_reason = ${reason},
      version = version + 1, updated_at = ${tx.now}
    where id = ${id}`)
  tx.record({ action: 'booking.cancelled', id, clientFolderId }, bookingChange(booking))
}
