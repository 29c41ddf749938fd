import sql from 'sql-template-tag'
import type { z } from 'zod'
import type { listPasskeys as endpoint } from '../../api/passkeys.ts'
import type { PasskeyView } from '../../domain/passkey.ts'
import { notFound } from '../../domain/errors.ts'
import type { Reader, Tx } from '../kit/db.ts'
import { pageOf, toPage, type Page } from '../kit/page.ts'

const columns = sql`
  p.id, p.name, p.is_synced as "isSynced", iso(p.created_at) as "createdAt", iso(p.used_at) as "usedAt", p.version`

export async function listPasskeys(
  reader: Reader,
  userId: string,
  query: z.output<(typeof endpoint)['query']>,
): Promise<Page<PasskeyView>> {
  const rows = await reader.rows<PasskeyView>(
    sql`select ${columns} from passkeys p where p.user_id = ${userId} ${pageOf(sql`p.id`, query)}`,
  )
  return toPage(rows, query)
}

/** One of a person's own, locked. */
export async function passkeyToChange(tx: Tx, userId: string, id: string): Promise<PasskeyView> {
  const row = await tx.maybe<PasskeyView>(
    sql`select ${columns} from passkeys p where p.id = ${id} and p.user_id = ${userId} for update`,
  )
  if (row === null) throw notFound()
  return row
}

/** What the browsers call a person's passkeys. */
export async function credentialIds(reader: Reader, userId: string): Promise<string[]> {
  const rows = await reader.rows<{ credentialId: string }>(
    sql`select credential_id as "credentialId" from passkeys where user_id = ${userId} order by id`,
  )
  return rows.map(({ credentialId }) => credentialId)
}

/** What an answer is checked with. */
export interface StoredPasskey {
  id: string
  userId: string
  credentialId: string
  publicKey: Buffer
  counter: number
}

/** Whoever has this credential says so with its signature only; before that the row is trusted in nothing. */
export const unsafePasskey = (reader: Reader, credentialId: string): Promise<StoredPasskey | null> =>
  reader.maybe<StoredPasskey>(sql`
    select id, user_id as "userId", credential_id as "credentialId", public_key as "publicKey", counter
    from passkeys where credential_id = ${credentialId}`)
