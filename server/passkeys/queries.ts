import sql from 'sql-template-tag'
import { z } from 'zod'
import type { listPasskeys as endpoint } from '../../api/passkeys.ts'
import { PasskeyView } from '../../domain/passkey.ts'
import { notFound } from '../../domain/errors.ts'
import type { Reader, Tx } from '../kit/db.ts'
import { pageOf, toPage, type Page } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'

const columns = sql`
  p.id, p.name, p.is_synced as "isSynced", iso(p.created_at) as "createdAt", iso(p.used_at) as "usedAt", p.version`

export async function listPasskeys(
  reader: Reader,
  userId: string,
  query: z.output<(typeof endpoint)['query']>,
): Promise<Page<PasskeyView>> {
  const rows = await reader.rows(
    typed(PasskeyView)`select ${columns} from passkeys p where p.user_id = ${userId} ${pageOf(sql`p.id`, query)}`,
  )
  return toPage(rows, query)
}

/** A passkey of the user, locked. */
export async function passkeyToChange(tx: Tx, userId: string, id: string): Promise<PasskeyView> {
  const row = await tx.maybe(
    typed(PasskeyView)`select ${columns} from passkeys p where p.id = ${id} and p.user_id = ${userId} for update`,
  )
  if (row === null) throw notFound()
  return row
}

const CredentialIdRow = z.object({ credentialId: z.string() })

/** The credential ids of a user's passkeys, as browsers name them. */
export async function credentialIds(reader: Reader, userId: string): Promise<string[]> {
  const rows = await reader.rows(
    typed(CredentialIdRow)`select credential_id as "credentialId" from passkeys where user_id = ${userId} order by id`,
  )
  return rows.map(({ credentialId }) => credentialId)
}

/** What a response is verified with. */
export const StoredPasskey = z.object({
  id: z.string(),
  userId: z.string(),
  credentialId: z.string(),
  publicKey: z.instanceof(Buffer),
  counter: z.number(),
})
export type StoredPasskey = z.infer<typeof StoredPasskey>

/** Only the signature proves who has this credential; until it is verified, the row must not be trusted. */
export const unsafePasskey = (reader: Reader, credentialId: string): Promise<StoredPasskey | null> =>
  reader.maybe(typed(StoredPasskey)`
    select id, user_id as "userId", credential_id as "credentialId", public_key as "publicKey", counter
    from passkeys where credential_id = ${credentialId}`)
