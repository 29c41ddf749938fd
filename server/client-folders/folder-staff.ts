// Which team members work in a folder, and why. Access in lists and to single folders, live events, emails, and the page
// of a folder all read this one table expression, so that they can't differ.
import sql from 'sql-template-tag'

/**
 * A table expression with a row for each reason: client_folder_id, user_id, role. Administrators are not in it, since they
 * see every folder.
 */
export const folderStaff = sql`(
  select led.id as client_folder_id, led.assigned_staff_id as user_id, 'lead' as role from client_folders led
  union all select created.id, created.created_by_id, 'creator' from client_folders created where created.creator_has_access
  union all select member.client_folder_id, member.user_id, 'member' from folder_members member)`
