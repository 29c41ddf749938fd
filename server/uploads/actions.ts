import type { Readable } from 'node:stream'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { newId } from '../kit/id.ts'
import type { Actor } from '../../domain/actor.ts'
import { unclaimedHours, uploadMinutes, uploadsADay, uploadsAMinute } from '../../domain/document.ts'
import { sizeLimitFor } from '../../domain/file-kind.ts'
import { conflict, forbidden, DomainError } from '../../domain/errors.ts'
import { joinParts, type PartList, takeParts, Upload } from '../../domain/upload.ts'
import type { Database, Tx } from '../kit/db.ts'
import { type Files, noSpace, requireSpace, type Stored, tooLarge } from '../file-storage/files.ts'
import type { Origin } from '../kit/record.ts'
import { hashOf, newSecret } from '../kit/session.ts'
import { uploadedParts, unsafeUploadBehind, uploadFor } from './queries.ts'
import { typed } from '../kit/row-types.ts'

const later = (tx: Tx, minutes: number) => new Date(tx.now.getTime() + minutes * 60_000)

/** An address for one PUT. Its secret is not stored in plain text anywhere. */
export async function startUpload(tx: Tx, actor: Actor, files: Files): Promise<{ id: string; token: string }> {
  await requireSpace(files)
  await limitUploads(tx, actor)
  const id = newId()
  const token = newSecret()
  await tx.run(sql`
    insert into uploads (id, user_id, storage_key, token_hash, max_size, expires_at, created_at)
    values (${id}, ${actor.id}, ${`documents/${id}`}, ${hashOf(token)}, ${sizeLimitFor(actor)}, ${later(tx, uploadMinutes)}, ${tx.now})`)
  tx.record({ action: 'upload.started', id })
  return { id, token }
}

/** A multipart upload; each part gets its own address. `multipartName` is the store's name for it. */
export async function startMultipart(tx: Tx, actor: Actor, id: string, multipartName: string): Promise<void> {
  await limitUploads(tx, actor)
  await tx.run(sql`
    insert into uploads (id, user_id, storage_key, multipart_name, max_size, expires_at, created_at)
    values (${id}, ${actor.id}, ${`documents/${id}`}, ${multipartName}, ${sizeLimitFor(actor)},
      ${later(tx, 60 * unclaimedHours)}, ${tx.now})`)
  tx.record({ action: 'upload.started', id })
}

const AtRow = z.object({ at: z.date() })

/** Counted per person over all ways to start an upload; the lock keeps concurrent starts from exceeding the limit. */
async function limitUploads(tx: Tx, actor: Actor): Promise<void> {
  await tx.one(sql`select pg_advisory_xact_lock(hashtextextended(${`uploads ${actor.id}`}, 0))`)
  for (const [tries, seconds] of [
    [uploadsAMinute, 60],
    [uploadsADay, 86_400],
  ] as const) {
    const earlier = await tx.maybe(typed(AtRow)`
      select created_at as at from uploads where user_id = ${actor.id} and copy_of_id is null order by created_at desc offset ${tries - 1} limit 1`)
    const wait = earlier === null ? 0 : Math.ceil((earlier.at.getTime() - tx.now.getTime()) / 1000) + seconds
    if (wait > 0) {
      const span = seconds === 60 ? 'minute' : 'day'
      throw new DomainError('too-many', `You can upload ${tries} files per ${span}. Try again later.`, {
        retryAfterSeconds: wait,
      })
    }
  }
}

/** The stored bytes, or an expired address. */
export type Outcome = { etag: string } | 'expired'

/** Bytes first, then the row: a row never names bytes that are not on disk. */
export async function storeUpload(
  db: Database,
  files: Files,
  origin: Origin,
  given: { id: string; token: string; bytes: Readable; size: number | undefined },
): Promise<Outcome> {
  const upload = await db.transaction(origin, async (tx) => {
    const found = await unsafeUploadBehind(tx, given.id, hashOf(given.token), null, tx.now)
    if (found === null) throw forbidden('This upload URL isn’t valid. Upload the file again.')
    if (found.isStored || found.isDiscarded) throw conflict('This upload URL was already used.')
    if (found.isExpired) return 'expired'
    if (found.isReceiving) throw conflict('A file is already being uploaded to this URL.')
    await requireSpaceFor(tx, files, given.size ?? found.maxSize)
    await tx.run(sql`update uploads set receiving_since = ${tx.now} where id = ${given.id}`)
    return found
  })
  if (upload === 'expired') return upload
  const stored = await discardOnFailure(db, upload, () =>
    files.put(upload.storageKey, given.bytes, { limit: upload.maxSize, size: given.size }),
  )
  await noteStored(db, files, origin, upload, stored)
  return { etag: stored.md5 }
}

const OthersRow = z.object({ others: z.number() })

export async function storePart(
  db: Database,
  files: Files,
  origin: Origin,
  given: { id: string; number: number; token: string; bytes: Readable; size: number | undefined },
): Promise<Outcome> {
  const { id, number, size } = given
  const upload = await db.transaction(origin, async (tx) => {
    const found = await unsafeUploadBehind(tx, id, hashOf(given.token), number, tx.now)
    if (found === null) throw forbidden('This upload URL isn’t valid. Upload the file again.')
    takeParts(found)
    if (found.isExpired) return 'expired'
    if (size === undefined) throw new DomainError('invalid', 'A part must have a Content-Length header.')
    const { others } = await tx.one(typed(OthersRow)`
      select coalesce(sum(size), 0)::bigint as others from upload_parts where upload_id = ${id} and number <> ${number}`)
    if (others + size > found.maxSize) throw tooLarge(found.maxSize)
    await requireSpaceFor(tx, files, size)
    const free = await tx.run(sql`
      update upload_parts set size = ${size}, md5 = null, receiving_since = ${tx.now}
      where upload_id = ${id} and number = ${number}
        and (receiving_since is null or receiving_since <= ${later(tx, -receivingMinutes)})`)
    if (free === 0) throw conflict('This part is already being uploaded to this URL.')
    return found
  })
  if (upload === 'expired') return upload
  const incoming = { limit: size ?? 0, size }
  const noted = (md5: string | null) =>
    db.run(sql`
      update upload_parts set md5 = ${md5}, receiving_since = null where upload_id = ${id} and number = ${number}`)
  try {
    const { md5 } = await files.parts.put(upload.storageKey, takeParts(upload), number, given.bytes, incoming)
    await noted(md5)
    return { etag: md5 }
  } catch (error) {
    await noted(null)
    throw error
  }
}

/** Longer than a body may take to arrive: an older mark is from an instance that ended. */
const receivingMinutes = 5

const ArrivingRow = z.object({ arriving: z.number() })

/** Reserves disk space for bytes that are still arriving. */
async function requireSpaceFor(tx: Tx, files: Files, size: number): Promise<void> {
  const since = later(tx, -receivingMinutes)
  const { arriving } = await tx.one(typed(ArrivingRow)`
    select ((select coalesce(sum(size), 0) from upload_parts where receiving_since > ${since})
      + (select coalesce(sum(max_size), 0) from uploads where receiving_since > ${since}))::bigint as arriving`)
  if ((await files.free()) < arriving + size) throw noSpace()
}

/** An address for one part, with its own secret; requesting it again ends the earlier address. */
export async function signPart(
  db: Database,
  origin: Origin,
  actor: Actor,
  id: string,
  number: number,
): Promise<string> {
  const token = newSecret()
  await db.transaction(origin, async (tx) => {
    takeParts(await uploadFor(tx, actor, id, { lock: true }))
    await tx.run(sql`
      insert into upload_parts (upload_id, number, token_hash, expires_at)
      values (${id}, ${number}, ${hashOf(token)}, ${later(tx, uploadMinutes)})
      on conflict (upload_id, number) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at`)
  })
  return token
}

/** Joins the parts. Repeating it after success changes nothing. */
export async function completeMultipart(
  db: Database,
  files: Files,
  origin: Origin,
  actor: Actor,
  id: string,
  { parts }: PartList,
): Promise<void> {
  const started = await db.transaction(origin, async (tx) => {
    const upload = await uploadFor(tx, actor, id, { lock: true })
    if (upload.isStored && !upload.isDiscarded) return null
    const name = takeParts(upload)
    const chosen = joinParts(parts, await uploadedParts(tx, id), upload.maxSize)
    const free = await tx.run(sql`
      update uploads set receiving_since = ${tx.now}
      where id = ${id} and (receiving_since is null or receiving_since < ${later(tx, -receivingMinutes)})`)
    if (free === 0) throw conflict('The parts of this upload are already being joined.')
    return { upload, name, chosen }
  })
  if (started === null) return
  const { upload, name, chosen } = started
  const stored = await discardOnFailure(db, upload, () => files.parts.complete(upload.storageKey, name, chosen))
  await noteStored(db, files, origin, upload, stored)
}

/** A failed upload may be retried at the same address. */
async function discardOnFailure<T>(db: Database, upload: Upload, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await db.run(sql`update uploads set receiving_since = null where id = ${upload.id}`)
    throw error
  }
}

async function noteStored(db: Database, files: Files, origin: Origin, upload: Upload, { size, sha256 }: Stored) {
  const noted = await db.transaction(origin, async (tx) => {
    const changed = await tx.run(sql`
      update uploads set stored_at = ${tx.now}, size = ${size}, sha256 = ${sha256}, receiving_since = null
      where id = ${upload.id} and stored_at is null and discarded_at is null`)
    if (changed > 0) tx.record({ action: 'upload.stored', id: upload.id, actorId: upload.userId, details: { size } })
    return changed > 0
  })
  if (noted) return
  await files.remove(upload.storageKey)
  throw conflict('This upload was canceled.')
}

/** Deleted by its owner, or refused by inspection: the row is updated first, then the bytes are deleted. */
export async function discardUpload(
  db: Database,
  files: Files,
  origin: Origin,
  actor: Actor,
  id: string,
  entry: { action: 'upload.cancelled' | 'upload.refused'; details?: Record<string, unknown> },
): Promise<void> {
  const upload = await db.transaction(origin, async (tx) => {
    const found = await uploadFor(tx, actor, id, { lock: true })
    if (found.isClaimed) throw conflict('This upload was already registered as a document.')
    if (found.isDiscarded) return found
    await tx.run(sql`update uploads set discarded_at = ${tx.now} where id = ${id}`)
    tx.record({ ...entry, type: 'objects', id })
    return found
  })
  await removeBytes(files, upload)
}

async function removeBytes(files: Files, upload: Pick<Upload, 'storageKey' | 'multipartName'>) {
  await files.remove(upload.storageKey)
  if (upload.multipartName !== null) await files.parts.abort(upload.storageKey, upload.multipartName)
}

const ExpiredUploadRow = Upload.pick({ id: true, storageKey: true, multipartName: true })

/**
 * Deletes uploads that no one registered within a day, and remains of unfinished writes. Rows are deleted last, so that
 * it can be resumed.
 */
export async function sweepUploads(db: Database, files: Files): Promise<void> {
  const dayAgo = new Date(db.now.getTime() - unclaimedHours * 3_600_000)
  await db.run(sql`
    update uploads u set discarded_at = ${db.now}
    where claimed_at is null and discarded_at is null and created_at < ${dayAgo}
      and not exists (select from bulk_actions b where b.upload_id = u.id and b.status = 'running')`)
  const doomed = await db.rows(typed(ExpiredUploadRow)`
    select id, storage_key as "storageKey", multipart_name as "multipartName" from uploads where discarded_at is not null`)
  for (const upload of doomed) {
    await removeBytes(files, upload)
    await db.run(sql`delete from uploads where id = ${upload.id} and created_at < ${dayAgo}`)
  }
  await files.sweep(dayAgo)
}
