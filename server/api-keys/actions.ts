import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import { type ApiKey, type ApiKeyInput, apiKeyPrefix, type CreatedApiKey, maxApiKeys } from '../../domain/api-key.ts'
import { conflict } from '../../domain/errors.ts'
import { administrators } from '../../domain/roles.ts'
import { takeAdvisoryLock } from '../kit/advisory-lock.ts'
import type { Tx } from '../kit/db.ts'
import { newId } from '../kit/id.ts'
import type { ChangeEvent } from '../kit/record.ts'
import { typed } from '../kit/row-types.ts'
import { hashOf, newSecret } from '../kit/session.ts'
import { unsafeUser } from '../users/queries.ts'
import { apiKeyCreated } from './emails.ts'
import { unsafeApiKey } from './queries.ts'

const keyChange = (id: string): ChangeEvent => ({ type: 'api-keys', id, roles: administrators })

const CountRow = z.object({ count: z.number() })

export async function createApiKey(tx: Tx, actor: Actor, { name, scopes, days }: ApiKeyInput): Promise<CreatedApiKey> {
  await takeAdvisoryLock(tx, 'apiKeys')
  const { count } = await tx.one(typed(CountRow)`select count(*)::int as count from api_keys`)
  if (count >= maxApiKeys) throw conflict(`There are already ${maxApiKeys} API keys. Delete one first.`)
  const id = newId()
  const key = `${apiKeyPrefix}${newSecret()}`
  const expiresAt = new Date(tx.now.getTime() + days * 86_400_000)
  await tx.run(sql`
    insert into api_keys (id, user_id, name, token_hash, ending, scopes, expires_at, created_at)
    values (${id}, ${actor.id}, ${name}, ${hashOf(key)}, ${key.slice(-4)}, ${JSON.stringify(scopes)}, ${expiresAt}, ${tx.now})`)
  tx.record({ action: 'api-key.created', id, details: { scopes, days } }, keyChange(id))
  tx.mail(apiKeyCreated(await unsafeUser(tx, actor.id)))
  return { ...(await unsafeApiKey(tx, id)), key }
}

export async function deleteApiKey(tx: Tx, id: string): Promise<ApiKey> {
  const key = await unsafeApiKey(tx, id, { lock: true })
  await tx.run(sql`delete from api_keys where id = ${id}`)
  tx.record({ action: 'api-key.deleted', id, details: { scopes: key.scopes } }, keyChange(id))
  return key
}
