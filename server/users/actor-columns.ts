import sql, { type Sql } from 'sql-template-tag'
import { coversOf } from '../client-folders/folder-staff.ts'

/** SQL: the columns of an `Actor`, for user `u`. */
export const actorColumns = (now: Date): Sql => sql`
  u.id, u.role, u.first_name as "firstName", u.last_name as "lastName", u.staff_access as "staffAccess",
  ${coversOf(sql`u.id`, now)} as covers`
