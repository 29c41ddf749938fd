import sql from 'sql-template-tag'
import { z } from 'zod'
import { areaOf } from '../../api/areas.ts'
import { ApiKey, apiKeyPrefix, ApiScope, assertKeyMayCall } from '../../domain/api-key.ts'
import { notFound } from '../../domain/errors.ts'
import type { Database, Reader } from '../kit/db.ts'
import { type Page, pageOf, type PageQuery, toPage } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'
import type { KeyCaller } from '../kit/callers.ts'
import { hashOf, Session } from '../kit/session.ts'
import { needsSecondFactor } from '../sessions/session-store.ts'

const columns = sql`
  k.id, k.name, k.ending, k.scopes, k.user_id as "createdById", person_name(u.first_name, u.last_name) as "createdByName",
  iso(k.expires_at) as "expiresAt", iso(k.used_at) as "usedAt", k.version, iso(k.created_at) as "createdAt"`

const tables = sql`api_keys k join users u on u.id = k.user_id`

/** For administrators. */
export async function unsafeApiKeys(reader: Reader, query: PageQuery): Promise<Page<ApiKey>> {
  return toPage(
    await reader.rows(typed(ApiKey)`select ${columns} from ${tables} where true ${pageOf(sql`k.id`, query)}`),
    query,
  )
}

/** For administrators; throws 404 if there is none. @param lock until the transaction ends */
export async function unsafeApiKey(reader: Reader, id: string, { lock = false } = {}): Promise<ApiKey> {
  const key = await reader.maybe(
    typed(ApiKey)`select ${columns} from ${tables} where k.id = ${id} ${lock ? sql`for update of k` : sql``}`,
  )
  if (key === null) throw notFound()
  return key
}

const KeyRow = Session.extend({ name: z.string(), scopes: z.array(ApiScope) })

/** The caller with a valid key; null if the key is unknown or expired, or its owner is not an active administrator. */
export async function callerOf(db: Database, key: string): Promise<KeyCaller | null> {
  if (!key.startsWith(apiKeyPrefix) || key.length > 100) return null
  const row = await db.maybe(typed(KeyRow)`
    select u.id, u.role, u.first_name as "firstName", u.last_name as "lastName", k.id as "sessionId",
      coalesce(k.used_at, k.created_at) as "seenAt", to_timestamp(0) as "reauthenticatedAt", null as viewer,
      ${needsSecondFactor(sql`false`)} as "needsSecondFactor", u.staff_access as "staffAccess", '{}'::uuid[] as covers,
      k.name, k.scopes
    from api_keys k join users u on u.id = k.user_id
    where k.token_hash = ${hashOf(key)} and k.expires_at > ${db.now} and u.is_active and u.role in ('admin', 'master-admin')`)
  if (row === null) return null
  const { name, scopes, ...session } = row
  return { session, name, assertMayCall: (endpoint) => assertKeyMayCall(scopes, areaOf(endpoint), endpoint.method) }
}

/** Recorded at most once a minute, so that not every read causes a write. */
export async function recordUse(db: Database, { session: { sessionId, seenAt } }: KeyCaller): Promise<void> {
  const minuteAgo = new Date(db.now.getTime() - 60_000)
  await db.run(sql`
    update api_keys set used_at = ${db.now}
    where id = ${sessionId} and (used_at is null or (${seenAt <= minuteAgo}::boolean and used_at < ${db.now}))`)
}
