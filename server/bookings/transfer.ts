// The upcoming appointments of someone whose work is transferred, usually because they leave.
import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import { noLongerAvailable } from '../../domain/booking.ts'
import { folderFor } from '../client-folders/queries.ts'
import type { Tx } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'
import { bookingChange, endBooking } from './actions.ts'
import { notifyCancelled, notifyTransferred } from './notify.ts'
import { readBooking } from './queries.ts'
import { anyone, lockedPeople, upcomingOf } from './schedule.ts'

const ToTransfer = z.object({
  id: z.string(),
  clientFolderId: z.string().nullable(),
  /** Null in a folder that no one else leads, such as an archived one. */
  to: z.string().nullable(),
  isBusy: z.boolean(),
})

/**
 * Transfers each upcoming appointment at its time: in a folder to its consultant, a visitor's to `handOverTo`. Cancels
 * those that no one can keep. Called after the folders were transferred; returns their number.
 */
export async function transferBookings(tx: Tx, actor: Actor, from: string, handOverTo: string): Promise<number> {
  // No one books with any of them until this transaction ends.
  await lockedPeople(tx, anyone)
  await tx.rows(sql`select from bookings b where ${upcomingOf(sql`${from}`, tx.now)} order by b.id for update`)
  const bookings = await tx.rows(typed(ToTransfer)`
    select b.id, b.client_folder_id as "clientFolderId", next.id as "to",
      exists (select from bookings other where other.consultant_id = next.id and other.status = 'booked'
        and other.starts_at < b.ends_at and other.ends_at > b.starts_at) as "isBusy"
    from bookings b left join client_folders f on f.id = b.client_folder_id
      left join users next on next.id <> ${from} and next.is_active
        and next.id = case when f.id is null then ${handOverTo}::uuid else f.assigned_staff_id end
    where ${upcomingOf(sql`${from}`, tx.now)} order by b.starts_at, b.id`)
  for (const booking of bookings) await transferBooking(tx, actor, booking, from)
  return bookings.length
}

async function transferBooking(
  tx: Tx,
  actor: Actor,
  { id, clientFolderId, to, isBusy }: z.infer<typeof ToTransfer>,
  from: string,
) {
  const before = await readBooking(tx, actor, id)
  const folder = clientFolderId === null ? null : await folderFor(tx, actor, clientFolderId, { part: 'messages' })
  if (to === null || isBusy) {
    await endBooking(tx, before, { actorId: actor.id, reason: noLongerAvailable })
    return notifyCancelled(tx, actor, await readBooking(tx, actor, id), folder)
  }
  await tx.run(sql`
    update bookings set consultant_id = ${to}, version = version + 1, updated_at = ${tx.now} where id = ${id}`)
  const details = { before: { consultantId: from }, after: { consultantId: to } }
  const after = await readBooking(tx, actor, id)
  tx.record({ action: 'booking.transferred', id, clientFolderId, details }, bookingChange(before), bookingChange(after))
  return notifyTransferred(tx, after, folder)
}
