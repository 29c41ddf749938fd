import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import type { PasswordSurroundings } from '../../domain/password.ts'
import type { Config } from '../config.ts'
import type { Reader } from '../kit/db.ts'
import { hasSecondFactor } from '../second-factor/queries.ts'
import { commonPasswords } from './common-passwords.ts'
import { LinkOwner } from './links.ts'
import { typed } from '../kit/row-types.ts'

/** Words that a user's password must not consist of: the user's own data and the portal's. */
export const passwordContext = (
  { username, email, firstName, lastName, company, hasSecondFactor: isBesideFactor }: Omit<LinkOwner, 'userId'>,
  { name }: Config['provider'],
): PasswordSurroundings => ({
  own: [username, email, firstName, lastName, company, name],
  common: commonPasswords(),
  hasSecondFactor: isBesideFactor,
})

export const Owner = LinkOwner.extend({ userId: z.string(), password: z.string().nullable() })
export type Owner = z.infer<typeof Owner>

/** The user's own row, with the hash that a password change starts from. */
export const unsafeOwner = (reader: Reader, id: string): Promise<Owner> =>
  reader.one(typed(Owner)`
    select id as "userId", username, email, first_name as "firstName", last_name as "lastName", company, password,
      ${hasSecondFactor(sql`users.id`)} as "hasSecondFactor"
    from users where id = ${id}`)

/** Whether a user can administer the portal: an active administrator with a password, or with a link to choose one. */
export const isGoverned = (now: Date): Sql => sql`
  exists (
    select from users u
    where u.role in ('admin', 'master-admin') and u.is_active and (u.password is not null or exists (
      select from one_time_links l where l.user_id = u.id and l.used_at is null and l.expires_at > ${now})))`
