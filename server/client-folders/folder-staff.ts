// Which team members work in a folder, and why. Access in lists and to single folders, live events, emails, and the page
// of a folder read one of these two expressions, which say the same.
import sql, { type Sql } from 'sql-template-tag'

/**
 * A table expression with a row for each reason: client_folder_id, user_id, role. Administrators are not in it, since they
 * see every folder.
 */
export const folderStaff = sql`(
  select led.id as client_folder_id, led.assigned_staff_id as user_id, 'lead' as role from client_folders led
  union all select created.id, created.created_by_id, 'creator' from client_folders created where created.creator_has_access
  union all select member.client_folder_id, member.user_id, 'member' from folder_members member)`

/**
 * Whether a user is one of `folderStaff` of folder `f`. PostgreSQL plans lists well with this form only.
 * @param userId an id, or SQL for one
 */
export const isWorkedInBy = (userId: string | Sql): Sql => sql`(
  f.assigned_staff_id = ${userId} or f.created_by_id = ${userId} and f.creator_has_access
  or f.id = any(array(select member.client_folder_id from folder_members member where member.user_id = ${userId})))`
