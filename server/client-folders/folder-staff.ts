// Which team members work in a folder, and why. Access in lists and to single folders, live events, emails, and the page
// of a folder read one of these expressions, which say the same.
import sql, { type Sql } from 'sql-template-tag'
import type { Actor } from '../../domain/actor.ts'
import type { FolderView } from '../../domain/client-folder.ts'
import { partsOfStaff } from '../../domain/folder-rights.ts'
import { officeDate } from '../../domain/time.ts'

/**
 * A table expression with the covers in effect: id, user_id (who is away), colleague_id, ends_on. Only between active
 * staff who work in folders.
 */
export const currentCovers = (now: Date): Sql => sql`(
  select c.id, c.user_id, c.colleague_id, c.ends_on from staff_covers c
    join users away on away.id = c.user_id and away.role = 'staff' and away.is_active
    join users colleague on colleague.id = c.colleague_id and colleague.role = 'staff' and colleague.is_active
      and colleague.staff_access <> 'bookkeeper'
  where ${isInEffect(now)})`

/** SQL condition: whether a cover (alias `c`) has begun and not ended. */
export const isInEffect = (now: Date): Sql =>
  sql`(c.ended_at is null and ${officeDate(now)}::date between c.starts_on and c.ends_on)`

/** Those who work in a folder themselves. */
const ownStaff = sql`
  select led.id as client_folder_id, led.assigned_staff_id as user_id, 'lead' as role from client_folders led
  union all select created.id, created.created_by_id, 'creator' from client_folders created where created.creator_has_access
  union all select member.client_folder_id, member.user_id, 'member' from folder_members member`

/**
 * A table expression with a row for each reason: client_folder_id, user_id, role. Administrators are not in it, since
 * they see every folder. A bookkeeper, who sees the money of every folder, is in it at most as a folder's creator.
 * Those who cover for someone are not covered in turn.
 */
export const folderStaff = (now: Date): Sql => sql`(
  ${ownStaff}
  union all select own.client_folder_id, cover.colleague_id, 'cover' from ${currentCovers(now)} cover
    join (${ownStaff}) own on own.user_id = cover.user_id)`

/**
 * The same for folder `f` alone, without client_folder_id. It reads half the tables, so statements that have the folder
 * at hand use it; a test checks that both agree.
 */
export const staffOfFolder = (now: Date): Sql => sql`lateral (
  select f.assigned_staff_id as user_id, 'lead' as role
  union all select f.created_by_id, 'creator' where f.creator_has_access
  union all select member.user_id, 'member' from folder_members member where member.client_folder_id = f.id
  union all select cover.colleague_id, 'cover' from ${currentCovers(now)} cover where ${isWorkedInBy(sql`cover.user_id`)})`

/** SQL condition: whether a staff member's access includes a part of folders (`staffSees` in the domain). */
export const seesPart = (access: Sql, part: Sql): Sql => sql`(
  ${access} = 'consultant' or ${access} = 'bookkeeper' and ${part} = any(${[...partsOfStaff.bookkeeper]}::text[])
  or ${access} = 'assistant' and ${part} = any(${[...partsOfStaff.assistant]}::text[]))`

/** @param user SQL for a user's id, or `any` of several */
const worksIn = (user: Sql): Sql => sql`(
  f.assigned_staff_id = ${user} or f.created_by_id = ${user} and f.creator_has_access
  or f.id = any(array(select member.client_folder_id from folder_members member where member.user_id = ${user})))`

/**
 * Whether a user is one of those who work in folder `f` themselves. PostgreSQL plans lists well with this form only.
 * @param userId an id, or SQL for one
 */
export const isWorkedInBy = (userId: string | Sql): Sql => worksIn(sql`${userId}`)

/** The same for an actor, who also sees the folders of those for whom they cover. */
export const isWorkedInByActor = ({ id, covers }: Pick<Actor, 'id' | 'covers'>): Sql =>
  covers.length === 0 ? isWorkedInBy(id) : worksIn(sql`any(${[id, ...covers]}::uuid[])`)

/** The same without those of colleagues for whom the actor covers: `mine` are those that they lead. */
export const isInView = ({ id }: Pick<Actor, 'id'>, view: FolderView): Sql =>
  view === 'mine' ? sql`f.assigned_staff_id = ${id}` : isWorkedInBy(id)

/** Whether a user covers for someone who works in folder `f`. */
export const isCoveredBy = (userId: string | Sql, now: Date): Sql => sql`exists (
  select from ${currentCovers(now)} cover where cover.colleague_id = ${userId} and ${isWorkedInBy(sql`cover.user_id`)})`

/** SQL expression: the ids of the people for whom a user covers. */
export const coversOf = (userId: Sql, now: Date): Sql =>
  sql`array(select distinct cover.user_id from ${currentCovers(now)} cover where cover.colleague_id = ${userId})`
