// One-time links: the token is only in one email (or on one screen); the database stores its hash.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { newId } from '../kit/id.ts'
import {
  assertLinkUsable,
  linkLifetimeHours,
  linkPath,
  type LinkPurpose,
  OneTimeLink,
} from '../../domain/one-time-link.ts'
import type { Reader, Tx } from '../kit/db.ts'
import { hashOf, newSecret } from '../kit/session.ts'
import { hasSecondFactor } from '../second-factor/queries.ts'
import { typed } from '../kit/row-types.ts'

/** The link's owner, and what the password rules need to know about them. */
export const LinkOwner = z.object({
  userId: z.string().nullable(),
  username: z.string().nullable(),
  email: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  company: z.string().nullable(),
  hasSecondFactor: z.boolean(),
})
export type LinkOwner = z.infer<typeof LinkOwner>

/**
 * Creates the only valid link of its purpose, ending earlier ones, and returns the path of its page. The caller locks
 * the user's row, so that of two concurrent links only one remains.
 */
export async function newLink(
  tx: Tx,
  userId: string | null,
  purpose: LinkPurpose,
  newEmail: string | null = null,
): Promise<string> {
  const token = newSecret()
  const expiresAt = new Date(tx.now.getTime() + linkLifetimeHours[purpose] * 3_600_000)
  await tx.run(sql`
    delete from one_time_links where user_id is not distinct from ${userId} and purpose = ${purpose} and used_at is null`)
  await tx.run(sql`
    insert into one_time_links (id, user_id, purpose, token_hash, new_email, created_at, expires_at)
    values (${newId()}, ${userId}, ${purpose}, ${hashOf(token)}, ${newEmail}, ${tx.now}, ${expiresAt})`)
  return linkPath(purpose, token)
}

/** Ends all links that this user was sent. */
export const endLinks = (tx: Tx, userId: string): Promise<number> =>
  tx.run(sql`delete from one_time_links where user_id = ${userId} and used_at is null`)

const LinkOwnerRow = OneTimeLink.extend(LinkOwner.shape)

/** The owner of a valid link, which remains valid; throws 404 or 409 for any other. */
export async function linkOwner(reader: Reader, token: string, purpose: LinkPurpose, now: Date): Promise<LinkOwner> {
  const link = await reader.maybe(typed(LinkOwnerRow)`
    select l.used_at as "usedAt", l.expires_at as "expiresAt", l.user_id is null or u.is_active as "ownerIsActive",
      l.user_id as "userId", u.username, coalesce(l.new_email, u.email) as email, u.first_name as "firstName", u.last_name as "lastName", u.company,
      ${hasSecondFactor(sql`u.id`)} as "hasSecondFactor"
    from one_time_links l left join users u on u.id = l.user_id
    where l.token_hash = ${hashOf(token)} and l.purpose = ${purpose}`)
  assertLinkUsable(link, purpose, now)
  return link as OneTimeLink & LinkOwner
}

const UsedLinkRow = z.object({ userId: z.string().nullable(), newEmail: z.string().nullable() })

/** Consumes the link: of concurrent requests one succeeds. Returns its owner. */
export async function redeemLink(
  tx: Tx,
  token: string,
  purpose: LinkPurpose,
): Promise<{ userId: string | null; newEmail: string | null }> {
  const used = await tx.maybe(typed(UsedLinkRow)`
    update one_time_links l set used_at = ${tx.now}
    where token_hash = ${hashOf(token)} and purpose = ${purpose} and used_at is null and expires_at > ${tx.now}
      and (l.user_id is null or exists (select from users u where u.id = l.user_id and u.is_active))
    returning user_id as "userId", new_email as "newEmail"`)
  if (used !== null) return used
  await linkOwner(tx, token, purpose, tx.now)
  throw new Error('A link that is usable could not be used')
}
