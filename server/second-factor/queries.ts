import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { requiresSecondFactor, SecondFactorView } from '../../domain/second-factor.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Reader } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'

/** SQL condition: this user signs in with a second factor. */
export const hasSecondFactor = (userId: Sql): Sql =>
  sql`(exists (select from second_factors f where f.user_id = ${userId} and f.confirmed_at is not null)
    or exists (select from passkeys k where k.user_id = ${userId}))`

const isRequiredNow = sql`exists (select from portal_facts where name = 'second-factor-required')`

/** The actor's own. */
export async function secondFactor(
  reader: Reader,
  { id, role }: Pick<Actor, 'id' | 'role'>,
): Promise<SecondFactorView> {
  const { isRequired, ...own } = await reader.one(typed(SecondFactorView)`
    select ${hasSecondFactor(sql`u.id`)} as "isOn", f.confirmed_at is not null as "hasApp", iso(f.confirmed_at) as since,
      (select count(*) from passkeys p where p.user_id = u.id) as passkeys, u.password_is_short as "passwordIsShort",
      (select count(*) from recovery_codes c where c.user_id = u.id and c.used_at is null) as "recoveryCodesLeft",
      ${isRequiredNow} as "isRequired"
    from users u left join second_factors f on f.user_id = u.id
    where u.id = ${id}`)
  return { ...own, isRequired: requiresSecondFactor(role, isRequired) }
}

const RequirementRow = z.object({ isRequired: z.boolean(), without: z.number() })

export const requirement = (reader: Reader) =>
  reader.one(typed(RequirementRow)`
    select ${isRequiredNow} as "isRequired",
      (select count(*) from users u
       where u.role in ('staff', 'admin', 'master-admin') and u.is_active and not ${hasSecondFactor(sql`u.id`)}) as without`)
