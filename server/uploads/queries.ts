import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import { notFound } from '../../domain/errors.ts'
import { ArrivedPart, Upload } from '../../domain/upload.ts'
import type { Reader } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'

const columns = sql`
  u.id, u.user_id as "userId", u.storage_key as "storageKey", u.multipart_name as "multipartName", u.max_size as "maxSize",
  u.size, u.sha256, u.stored_at is not null as "isStored", u.claimed_at is not null as "isClaimed",
  u.discarded_at is not null as "isDiscarded"`

/** An upload of the actor's own; throws 404 for any other. */
export async function uploadFor(
  reader: Reader,
  actor: Actor,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<Upload> {
  const upload = await reader.maybe(typed(Upload)`
    select ${columns} from uploads u where u.id = ${id} and u.user_id = ${actor.id} ${lock ? sql`for update` : sql``}`)
  if (upload === null) throw notFound()
  return upload
}

const ArrivingUpload = Upload.extend({ isExpired: z.boolean(), isReceiving: z.boolean() })

/**
 * The upload that an address's secret belongs to, for any caller, and whether it has expired; null for an unknown
 * secret.
 */
export const unsafeUploadBehind = (
  reader: Reader,
  id: string,
  tokenHash: string,
  number: number | null,
  now: Date,
): Promise<z.infer<typeof ArrivingUpload> | null> =>
  reader.maybe(typed(ArrivingUpload)`
    select ${columns}, coalesce(p.expires_at, u.expires_at) <= ${now} as "isExpired",
      coalesce(u.receiving_since > ${new Date(now.getTime() - 300_000)}, false) as "isReceiving"
    from uploads u
    join users owner on owner.id = u.user_id and owner.is_active
    left join upload_parts p on p.upload_id = u.id and p.number = ${number}::integer
    where u.id = ${id} and ${number === null ? sql`u.token_hash` : sql`p.token_hash`} = ${tokenHash}
    for update of u`)

export const uploadedParts = (reader: Reader, uploadId: string): Promise<ArrivedPart[]> =>
  reader.rows(typed(ArrivedPart)`
    select number, size, md5 from upload_parts where upload_id = ${uploadId} and md5 is not null order by number`)
