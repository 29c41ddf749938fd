import sql, { empty } from 'sql-template-tag'
import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import { type Transfer, transferWork, type TransferInput, AssignedItem, Holdings } from '../../domain/transfer-work.ts'
import { upcomingOf } from '../bookings/schedule.ts'
import { transferBookings } from '../bookings/transfer.ts'
import { removeAsMember } from '../folder-members/actions.ts'
import type { Reader, Tx } from '../kit/db.ts'
import { requestChange } from '../service-requests/actions.ts'
import { workTransferred } from './emails.ts'
import { activeStaffOr400 } from './queries.ts'
import { typed } from '../kit/row-types.ts'

/** SQL: the work assigned to a user; completed work remains with the person who did it. */
const held = (userId: string, { lock = false } = {}) => ({
  folders: sql`
    select id, name, status, client_id from client_folders
    where assigned_staff_id = ${userId} and status <> 'archived' order by id ${lock ? sql`for no key update` : empty}`,
  requests: sql`
    select id, business_name as name, status, null::uuid as client_id from service_requests
    where assigned_staff_id = ${userId} and status = 'in-progress' order by id ${lock ? sql`for no key update` : empty}`,
})

const HoldingsRow = Holdings.omit({ items: true })

/** Only administrators reach this. */
export async function holdings(reader: Reader, userId: string): Promise<Holdings> {
  const { folders, requests } = held(userId)
  const items = await reader.rows(typed(AssignedItem)`
    with folders as (${folders}), requests as (${requests})
    select 'client-folders' as type, id, name, status from folders
    union all select 'service-requests', id, name, status from requests
    order by type, name, id limit 200`)
  const counts = await reader.one(typed(HoldingsRow)`
    with folders as (${folders}), requests as (${requests})
    select (select count(*) from folders) as "clientFolders", (select count(*) from requests) as "serviceRequests",
      (select count(*) from bookings b where ${upcomingOf(sql`${userId}`, reader.now)}) as appointments`)
  return { ...counts, items }
}

/** Transfers all of a user's work; each recipient is notified once, and of each appointment. Returns the number of items. */
export async function transferAllWork(
  tx: Tx,
  actor: Actor,
  user: Parameters<typeof transferWork>[0],
  input: TransferInput,
): Promise<number> {
  const { folders, requests } = held(user.id, { lock: true })
  const Row = z.object({ id: z.string(), clientId: z.string().nullable() })
  type Row = z.infer<typeof Row>
  const rows = async (type: AssignedItem['type'], statement: typeof folders) =>
    (await tx.rows(typed(Row)`with held as (${statement}) select id, client_id as "clientId" from held`)).map(
      (row) => ({
        type,
        ...row,
      }),
    )
  const all = [...(await rows('client-folders', folders)), ...(await rows('service-requests', requests))]
  const given = transferWork(user, actor, all, input)
  await assertActiveStaff(tx, input)
  for (const to of new Set(given.map((each) => each.to))) {
    const theirs = given.filter((each) => each.to === to)
    await assign(tx, user.id, to, theirs)
    tx.mail(workTransferred(await activeStaffOr400(tx, to, 'handOverTo'), theirs.length))
  }
  const count = given.length + (await transferBookings(tx, actor, user.id, input.handOverTo))
  tx.record({
    action: 'user.handed-over',
    id: user.id,
    details: { handOverTo: input.handOverTo, count, exceptions: input.exceptions.length },
  })
  return count
}

async function assertActiveStaff(tx: Tx, { handOverTo, exceptions }: TransferInput) {
  await activeStaffOr400(tx, handOverTo, 'handOverTo')
  for (const [index, { handOverTo: to }] of exceptions.entries())
    await activeStaffOr400(tx, to, `exceptions.${index}.handOverTo`)
}

const RequestRow = z.object({ id: z.string(), existingFolderId: z.string().nullable() })

async function assign(tx: Tx, from: string, to: string, things: Transfer[]): Promise<void> {
  const ids = (type: Transfer['type']) => things.filter((each) => each.type === type).map(({ id }) => id)
  await tx.run(sql`
    update client_folders set assigned_staff_id = ${to}, creator_has_access = false, version = version + 1, updated_at = ${tx.now}
    where id = any(${ids('client-folders')}::uuid[])`)
  const requests = await tx.rows(typed(RequestRow)`
    update service_requests set assigned_staff_id = ${to}, version = version + 1, updated_at = ${tx.now}
    where id = any(${ids('service-requests')}::uuid[])
    returning id, existing_folder_id as "existingFolderId"`)
  await removeAsMember(tx, to, ids('client-folders'))
  const details = { fields: ['assignedStaffId'], before: { assignedStaffId: from }, after: { assignedStaffId: to } }
  // Refreshes the people who lose access, who then get a 404.
  for (const { type, id, clientId } of things)
    if (type === 'client-folders')
      tx.record(
        { action: 'client-folder.changed', id, clientFolderId: id, details },
        { type, id, clientFolderId: id, userIds: [from, clientId] },
      )
  for (const request of requests)
    tx.record(
      { action: 'service-request.in-progress', id: request.id, details },
      { ...requestChange(request), userIds: [from] },
    )
}
