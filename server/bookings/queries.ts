import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import type { listBookings as endpoint, readFolderBookingTimes } from '../../api/bookings.ts'
import { type Actor, isAdministrator, isClient } from '../../domain/actor.ts'
import {
  allowedByLink,
  allowedForBooking,
  Booking,
  type BookingByLink,
  bookingLinkDays,
  type BookingView,
} from '../../domain/booking.ts'
import type { BookingTimes } from '../../domain/booking-times.ts'
import { type ClientFolder, FolderStatus } from '../../domain/client-folder.ts'
import { notFound } from '../../domain/errors.ts'
import { mayUsePart } from '../../domain/folder-rights.ts'
import { folderFor, visibleFolders } from '../client-folders/queries.ts'
import type { Reader } from '../kit/db.ts'
import { type Order, type Page, pageIn, Place, placeIn, toPage } from '../kit/page.ts'
import { Recipient } from '../kit/record.ts'
import { typed } from '../kit/row-types.ts'
import { hashOf } from '../kit/session.ts'
import { anyone, bookablePeople, bookingTerms, offeredTimes, oneOf } from './schedule.ts'

type DatedReader = Reader & { readonly now: Date }

const tables = sql`bookings b join users who on who.id = b.consultant_id left join client_folders f on f.id = b.client_folder_id`

/**
 * SQL condition: those of the folders whose messages the actor may see; for administrators all, and for staff those
 * that visitors booked with them. Bookkeepers see none.
 */
function visibleBookings(actor: Actor): Sql {
  if (isAdministrator(actor)) return sql`true`
  if (!mayUsePart(actor, 'messages')) return sql`false`
  const inFolder = sql`(b.client_folder_id is not null and ${visibleFolders(actor, 'messages')})`
  return isClient(actor) ? inFolder : sql`(${inFolder} or b.client_folder_id is null and b.consultant_id = ${actor.id})`
}

const columns = sql`
  b.id, b.client_folder_id as "clientFolderId", f.name as "clientFolderName", b.consultant_id as "consultantId",
  person_name(who.first_name, who.last_name) as "consultantName",
  coalesce(b.visitor_name, (select person_name(booker.first_name, booker.last_name) from users booker
    where booker.id = b.booked_by_id)) as name,
  b.visitor_email as email, b.visitor_phone as phone, b.topic, iso(b.starts_at) as "startsAt", iso(b.ends_at) as "endsAt",
  b.status, iso(b.cancelled_at) as "cancelledAt",
  (select person_name(canceler.first_name, canceler.last_name) from users canceler where canceler.id = b.cancelled_by_id)
    as "cancelledByName",
  b.cancel_reason as "cancelReason", iso(b.created_at) as "createdAt", iso(b.updated_at) as "updatedAt", b.version,
  f.status as "folderStatus",
  (b.client_folder_id is null or b.consultant_id = f.assigned_staff_id or exists (select from folder_members m
    where m.client_folder_id = f.id and m.user_id = b.consultant_id)) as "isOnTeam"`

const Row = Booking.extend({ folderStatus: FolderStatus.nullable(), isOnTeam: z.boolean() })
const ListedRow = Row.extend({ place: Place })

const viewed = ({ folderStatus, isOnTeam, ...booking }: z.infer<typeof Row>, now: Date): BookingView => ({
  ...booking,
  allowed: allowedForBooking(booking, now, { isOpen: folderStatus !== 'archived', isOnTeam }),
})

const soonestFirst: Order = { by: sql`b.starts_at`, type: 'timestamptz' }
const latestFirst: Order = { ...soonestFirst, descending: true }

export async function listBookings(
  reader: DatedReader,
  actor: Actor,
  query: z.output<(typeof endpoint)['query']>,
): Promise<Page<BookingView>> {
  const { view, clientFolderId } = query
  const order = view === 'upcoming' ? soonestFirst : latestFirst
  const shown = {
    upcoming: sql`b.status = 'booked' and b.ends_at > ${reader.now}`,
    past: sql`b.status = 'booked' and b.ends_at <= ${reader.now}`,
    cancelled: sql`b.status = 'cancelled'`,
  }
  const rows = await reader.rows(typed(ListedRow)`
    select ${columns}, ${placeIn(order)} from ${tables}
    where ${shown[view]} and ${visibleBookings(actor)}
      ${clientFolderId === undefined ? sql`` : sql`and b.client_folder_id = ${clientFolderId}`}
      ${pageIn(order, sql`b.id`, query)}`)
  const { items, next } = toPage(rows, query)
  return { items: items.map((row) => viewed(Row.parse(row), reader.now)), next }
}

/** An appointment that the actor may see; throws 404 otherwise. */
export async function readBooking(reader: DatedReader, actor: Actor, id: string): Promise<BookingView> {
  const row = await reader.maybe(
    typed(Row)`select ${columns} from ${tables} where b.id = ${id} and ${visibleBookings(actor)}`,
  )
  if (row === null) throw notFound()
  return viewed(row, reader.now)
}

/**
 * An appointment to change, locked, with its folder, which can't be archived until then. Throws 404 if the actor may
 * not see it.
 */
export async function bookingToChange(
  reader: DatedReader,
  actor: Actor,
  id: string,
): Promise<{ booking: BookingView; folder: ClientFolder | null }> {
  await reader.maybe(sql`select from bookings where id = ${id} for update`)
  const { clientFolderId } = await readBooking(reader, actor, id)
  const folder =
    clientFolderId === null ? null : await folderFor(reader, actor, clientFolderId, { lock: 'add', part: 'messages' })
  return { booking: await readBooking(reader, actor, id), folder }
}

const LinkedRow = Booking.pick({
  id: true,
  consultantId: true,
  consultantName: true,
  startsAt: true,
  endsAt: true,
  status: true,
  cancelReason: true,
  version: true,
}).extend({ visitorName: z.string(), visitorEmail: z.string() })
export type LinkedBooking = z.infer<typeof LinkedRow>

/**
 * No access check: the token grants access. Throws 404 for an unknown token, and 30 days after the appointment.
 * @param lock keeps the row unchanged until the transaction ends
 */
export async function unsafeLinkedBooking(reader: DatedReader, token: string, lock = false): Promise<LinkedBooking> {
  const oldest = new Date(reader.now.getTime() - bookingLinkDays * 86_400_000)
  const booking = await reader.maybe(typed(LinkedRow)`
    select b.id, b.consultant_id as "consultantId", person_name(who.first_name, who.last_name) as "consultantName",
      iso(b.starts_at) as "startsAt", iso(b.ends_at) as "endsAt", b.status, b.cancel_reason as "cancelReason", b.version,
      b.visitor_name as "visitorName", b.visitor_email as "visitorEmail"
    from bookings b join users who on who.id = b.consultant_id
    where b.token_hash = ${hashOf(token)} and b.ends_at > ${oldest} ${lock ? sql`for update of b` : sql``}`)
  if (booking === null) throw notFound()
  return booking
}

export const viewedByLink = (
  { consultantName, startsAt, endsAt, status, cancelReason }: LinkedBooking,
  now: Date,
): BookingByLink => ({
  consultantName,
  startsAt,
  endsAt,
  status,
  cancelReason,
  allowed: allowedByLink({ status, startsAt }, now),
})

/** For visitors: the times at which anyone is free, without their names. */
export async function bookingTimes(reader: DatedReader, from: string | undefined): Promise<BookingTimes> {
  const terms = await bookingTerms(reader)
  const people = terms.booking.mode === 'portal' ? await bookablePeople(reader, anyone) : []
  return offeredTimes(people, terms, reader.now, from)
}

/** The lead and the members of a folder, but not those who cover: an appointment can be after their last day. */
export const teamOf = ({ assignedStaffId, colleagues }: ClientFolder): string[] => [
  assignedStaffId,
  ...colleagues.filter(({ isMember }) => isMember).map(({ userId }) => userId),
]

export async function folderBookingTimes(
  reader: DatedReader,
  actor: Actor,
  folderId: string,
  { from, consultantId }: z.output<(typeof readFolderBookingTimes)['query']>,
): Promise<BookingTimes> {
  const folder = await folderFor(reader, actor, folderId, { part: 'messages' })
  const terms = await bookingTerms(reader)
  if (terms.booking.mode !== 'portal') return offeredTimes([], terms, reader.now, from)
  const people = await bookablePeople(reader, oneOf(teamOf(folder)))
  const chosen = people.find(({ id }) => id === (consultantId ?? folder.assignedStaffId)) ?? people[0]
  return {
    ...offeredTimes(chosen === undefined ? [] : [chosen], terms, reader.now, from),
    consultants: people.map(({ id, name }) => ({ id, name })),
    consultantId: chosen?.id ?? null,
  }
}

/** The consultant as the recipient of an email; null once their account is deactivated, or they are a bookkeeper. */
export const unsafeConsultant = (reader: Reader, id: string): Promise<Recipient | null> =>
  reader.maybe(typed(Recipient)`
    select id as "userId", email, first_name as name from users where id = ${id} and is_active and staff_access <> 'bookkeeper'`)

const BookerRow = z.object({ bookedById: z.string().nullable() })

export const bookerOf = async (reader: Reader, id: string): Promise<string | null> =>
  (await reader.one(typed(BookerRow)`select booked_by_id as "bookedById" from bookings where id = ${id}`)).bookedById
