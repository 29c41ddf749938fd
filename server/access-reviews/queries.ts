import sql, { type Sql } from 'sql-template-tag'
import {
  AccessReview,
  ClientSideAccess,
  firstDayOf,
  FolderOfTeamMember,
  quarterOf,
  TeamMemberAccess,
} from '../../domain/access-review.ts'
import { notFound } from '../../domain/errors.ts'
import { officeDate } from '../../domain/time.ts'
import { folderStaff } from '../client-folders/folder-staff.ts'
import { startOfOfficeDay } from '../dashboard/days.ts'
import type { Reader } from '../kit/db.ts'
import { type Page, pageOf, type PageQuery, toPage } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'

const columns = sql`
  r.id, r.quarter, iso(r.reminded_at) as "remindedAt", iso(r.reviewed_at) as "reviewedAt",
  coalesce(person_name(reviewer.first_name, reviewer.last_name), reviewer.email) as "reviewedByName",
  iso(r.created_at) as "createdAt", r.version`

const tables = sql`access_reviews r left join users reviewer on reviewer.id = r.reviewed_by_id`

export async function listAccessReviews(reader: Reader, query: PageQuery): Promise<Page<AccessReview>> {
  const rows = await reader.rows(typed(AccessReview)`
    select ${columns} from ${tables} where true ${pageOf(sql`r.id`, query)}`)
  return toPage(rows, query)
}

export const accessReviewOf = (reader: Reader, quarter: string): Promise<AccessReview> =>
  reader.one(typed(AccessReview)`select ${columns} from ${tables} where r.quarter = ${quarter}`)

const nameIn = (user: Sql) => sql`coalesce(person_name(${user}.first_name, ${user}.last_name), ${user}.email)`

/** SQL condition: `u` is a staff member who sees the folders in which they work. */
const worksInFolders = sql`u.role = 'staff' and u.staff_access <> 'bookkeeper'`

export async function listTeamAccess(reader: Reader, query: PageQuery): Promise<Page<TeamMemberAccess>> {
  const rows = await reader.rows(typed(TeamMemberAccess)`
    select u.id, ${nameIn(sql`u`)} as name, u.email, u.role, u.staff_access as "staffAccess",
      iso(u.last_signed_in_at) as "lastSignedInAt",
      case when ${worksInFolders} then (
        select count(distinct s.client_folder_id)::int from ${folderStaff(reader.now)} s where s.user_id = u.id) end as folders
    from users u where u.role <> 'client' and u.is_active ${pageOf(sql`u.id`, query)}`)
  return toPage(rows, query)
}

/** Throws 404 for anyone but an active team member. */
export async function listFoldersOfTeamMember(
  reader: Reader,
  userId: string,
  query: PageQuery,
): Promise<Page<FolderOfTeamMember>> {
  const person = await reader.maybe(sql`
    select u.id from users u where u.id = ${userId} and u.role <> 'client' and u.is_active`)
  if (person === null) throw notFound()
  const rows = await reader.rows(typed(FolderOfTeamMember)`
    select f.id, f.name, f.status, array(
        select distinct s.role from ${folderStaff(reader.now)} s where s.client_folder_id = f.id and s.user_id = ${userId}
        order by s.role) as reasons
    from client_folders f
    where exists (select from users u where u.id = ${userId} and ${worksInFolders}) and f.id in (
      select s.client_folder_id from ${folderStaff(reader.now)} s where s.user_id = ${userId}) ${pageOf(sql`f.id`, query)}`)
  return toPage(rows, query)
}

export async function listClientSideAccess(reader: Reader, query: PageQuery): Promise<Page<ClientSideAccess>> {
  const rows = await reader.rows(typed(ClientSideAccess)`
    select f.id, f.name, f.status, (
      select coalesce(jsonb_agg(jsonb_build_object('role', p.role, 'name', p.name, 'email', p.email, 'rights', p.rights,
          'lastSignedInAt', iso(p.last_signed_in_at)) order by p.place, p.name), '[]')
      from (
        select 1 as place, 'client' as role, ${nameIn(sql`u`)} as name, u.email, null::jsonb as rights, u.last_signed_in_at
        from users u where u.id = f.client_id and u.role = 'client' and u.is_active
        union all
        select 2, 'contact', c.name, u.email,
          jsonb_build_object('money', c.money, 'documents', c.documents, 'messages', c.messages, 'sign', c.sign), u.last_signed_in_at
        from folder_contacts c join users u on u.id = c.user_id and u.role = 'client' and u.is_active
        where c.client_folder_id = f.id
      ) p) as people
    from client_folders f where true ${pageOf(sql`f.id`, query)}`)
  return toPage(rows, query)
}

/** SQL condition: the review `r` of this quarter, of which administrators were reminded, is not done. */
export const isDue = (now: Date): Sql => sql`(
  r.quarter = ${quarterOf(officeDate(now))} and r.reminded_at is not null and r.reviewed_at is null)`

/** SQL condition: someone used the portal before this quarter, so that there is something to review. */
export const wasUsedBefore = (quarter: string): Sql =>
  sql`exists (select from users u where u.created_at < ${startOfOfficeDay(firstDayOf(quarter))})`
