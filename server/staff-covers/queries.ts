import sql, { type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import type { listStaffCovers as endpoint } from '../../api/staff-covers.ts'
import { type Actor, isAdministrator } from '../../domain/actor.ts'
import { notFound } from '../../domain/errors.ts'
import { allowedForCover, StaffCover, type StaffCoverView } from '../../domain/staff-cover.ts'
import { officeDate } from '../../domain/time.ts'
import type { Reader, Tx } from '../kit/db.ts'
import { type Page, pageOf, toPage } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'

const nameIn = (user: Sql) => sql`coalesce(person_name(${user}.first_name, ${user}.last_name), ${user}.email)`

const columns = (now: Date): Sql => sql`
  c.id, c.user_id as "userId", ${nameIn(sql`away`)} as "userName", c.colleague_id as "colleagueId",
  ${nameIn(sql`colleague`)} as "colleagueName", c.starts_on as "startsOn", c.ends_on as "endsOn",
  case when c.ended_at is not null or c.ends_on < ${officeDate(now)}::date then 'ended'
    when c.starts_on > ${officeDate(now)}::date then 'planned' else 'active' end as status,
  iso(c.ended_at) as "endedAt", c.created_by_id as "createdById", ${nameIn(sql`creator`)} as "createdByName",
  iso(c.created_at) as "createdAt", c.version`

const tables = sql`staff_covers c join users away on away.id = c.user_id join users colleague on colleague.id = c.colleague_id
  join users creator on creator.id = c.created_by_id`

/** SQL condition: the covers (alias `c`) that the actor may see: their own on either side; administrators see all. */
const visibleCovers = (actor: Actor): Sql =>
  isAdministrator(actor) ? sql`true` : sql`(c.user_id = ${actor.id} or c.colleague_id = ${actor.id})`

const viewed = (cover: StaffCover, actor: Actor): StaffCoverView => ({
  ...cover,
  allowed: allowedForCover(cover, actor),
})

export async function listStaffCovers(
  reader: Reader,
  actor: Actor,
  query: z.output<(typeof endpoint)['query']>,
): Promise<Page<StaffCoverView>> {
  const { userId } = query
  const rows = await reader.rows(typed(StaffCover)`
    select ${columns(reader.now)} from ${tables}
    where ${visibleCovers(actor)} ${userId === undefined ? sql`` : sql`and (c.user_id = ${userId} or c.colleague_id = ${userId})`}
      ${pageOf(sql`c.id`, query)}`)
  const { items, next } = toPage(rows, query)
  return { items: items.map((cover) => viewed(cover, actor)), next }
}

/** A cover that the actor may see; throws 404 otherwise. */
export async function staffCoverFor(
  tx: Tx,
  actor: Actor,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<StaffCoverView> {
  if (lock)
    await tx.maybe(sql`select c.id from staff_covers c where c.id = ${id} and ${visibleCovers(actor)} for update`)
  const cover = await tx.maybe(typed(StaffCover)`
    select ${columns(tx.now)} from ${tables} where c.id = ${id} and ${visibleCovers(actor)}`)
  if (cover === null) throw notFound()
  return viewed(cover, actor)
}
