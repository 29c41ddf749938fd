// Which bytes of a file were delivered to a client or a signer. Having opened a document, as signing requires, means all of them:
// ranges add up, and a response counts once it was completely handed to the network. HEAD requests and interrupted
// responses don't count.
import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { type Actor, isClient } from '../../domain/actor.ts'
import { Opened } from '../../domain/signature.ts'
import type { Signer } from '../../domain/signer.ts'
import type { Reader, Tx } from '../kit/db.ts'
import type { Range } from '../file-storage/file-store.ts'
import { withoutData } from '../kit/log.ts'
import type { AppContext } from '../app-context.ts'
import type { Origin } from '../kit/record.ts'
import type { SignedNoun } from './queries.ts'
import { typed } from '../kit/row-types.ts'

export interface DeliveredFile {
  noun: SignedNoun
  id: string
  clientFolderId: string
  sha256: string
  size: number
}

/** Completed deliveries still being stored, by user. */
const pending = new Map<string, Set<Promise<void>>>()

/**
 * Records what was delivered to someone on the client's side or to a signer, after the response has finished; null for
 * anyone else, whose downloads are not evidence.
 */
export function deliveryRecorder(
  { db, log }: Pick<AppContext, 'db' | 'log'>,
  origin: Origin,
  actor: Actor,
  { signers }: { signers: readonly Pick<Signer, 'userId'>[] },
  file: DeliveredFile,
): ((range: Range) => void) | null {
  if (!isClient(actor) && !signers.some(({ userId }) => userId === actor.id)) return null
  return (range) => {
    const own = pending.get(actor.id) ?? new Set()
    const stored = db
      .transaction(origin, (tx) => addDelivery(tx, actor.id, file, range))
      .catch((error: unknown) => log.error({ error: withoutData(error) }, 'a delivery could not be stored'))
      .finally(() => {
        own.delete(stored)
        if (own.size === 0) pending.delete(actor.id)
      })
    pending.set(actor.id, own.add(stored))
  }
}

/** Resolves when everything delivered to a user is stored. */
export const deliveriesStored = async (userId: string): Promise<void> => {
  for (const stored of pending.get(userId) ?? []) await stored
}

const IsNowCompleteRow = z.object({ isNowComplete: z.boolean().nullable() })

async function addDelivery(
  tx: Tx,
  userId: string,
  { noun, id, clientFolderId, sha256, size }: DeliveredFile,
  { start, end }: Range,
): Promise<void> {
  const part = sql`int8multirange(int8range(${start}, ${end + 1}))`
  const whole = sql`int8range(0, ${size})`
  const { isNowComplete } = await tx.one(typed(IsNowCompleteRow)`
    insert into file_deliveries as d
      (entity_type, entity_id, client_folder_id, user_id, sha256, size, delivered, completed_at, updated_at)
    values (${noun}, ${id}, ${clientFolderId}, ${userId}, ${sha256}, ${size}, ${part},
      case when ${part} @> ${whole} then ${tx.now}::timestamptz end, ${tx.now})
    on conflict (entity_id, user_id, sha256) do update set
      delivered = d.delivered + excluded.delivered, updated_at = excluded.updated_at,
      completed_at = coalesce(d.completed_at, case when d.delivered + excluded.delivered @> ${whole} then ${tx.now}::timestamptz end)
    returning d.completed_at = ${tx.now} as "isNowComplete"`)
  if (!isNowComplete) return
  tx.record(
    {
      action: noun === 'documents' ? 'document.delivered' : 'contract.delivered',
      id,
      clientFolderId,
      details: { sha256 },
    },
    { type: noun, id, userIds: [userId], isPrivate: true },
  )
}

/** SQL expression: since when a user has received all bytes of a file; null before that. */
export const deliveredAt = (entityId: Sql, sha256: Sql, userId: string | null): Sql => sql`(
  select sent.completed_at from file_deliveries sent
  where sent.entity_id = ${entityId} and sent.sha256 = ${sha256} and sent.user_id = ${userId})`

/**
 * The PDFs of contract `c` that show its current text: the original, and the files with the signatures added so far. The
 * text can't change after the first signature.
 */
const showsCurrentText = sql`(p.kind = 'original' and p.entity_version = c.text_version or p.kind = 'sealed')`

/** SQL expression: since when a user has received all bytes of a PDF with the current text of contract `c`. */
export const contractOpenedAt = (userId: string | null): Sql => sql`(
  select max(v.completed_at) from archived_pdfs p
  join file_deliveries v on v.entity_id = p.entity_id and v.sha256 = p.sha256 and v.user_id = ${userId}
  where p.entity_id = c.id and ${showsCurrentText})`

/** The bytes of a document that a user received completely, and since when; they never change. */
export const openedDocument = (reader: Reader, userId: string, id: string): Promise<Opened | null> =>
  reader.maybe(typed(Opened)`
    select d.sha256, v.completed_at as at from documents d
    join file_deliveries v on v.entity_id = d.id and v.sha256 = d.sha256 and v.user_id = ${userId}
    where d.id = ${id} and v.completed_at is not null`)

/** The same for a contract's current text, as they received it last; an earlier text doesn't count. */
export const openedContract = (reader: Reader, userId: string, id: string): Promise<Opened | null> =>
  reader.maybe(typed(Opened)`
    select p.sha256, v.completed_at as at from contracts c
    join archived_pdfs p on p.entity_id = c.id and ${showsCurrentText}
    join file_deliveries v on v.entity_id = c.id and v.sha256 = p.sha256 and v.user_id = ${userId}
    where c.id = ${id} and v.completed_at is not null order by v.completed_at desc limit 1`)
