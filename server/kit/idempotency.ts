// Repeating a POST has no second effect: the first reply is stored for 24 hours with the change, in the same
// transaction. Stored replies are encrypted, because they contain the data that was sent.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { DomainError } from '../../domain/errors.ts'
import { encryptText, decryptText } from './field-encryption.ts'
import type { DataKeys } from './data-keys.ts'
import type { Database, Tx } from './db.ts'
import { Collision } from './database-errors.ts'
import type { Origin } from './record.ts'
import { typed } from './row-types.ts'

const dayMilliseconds = 24 * 3_600_000

export interface Key {
  scope: string
  key: string
  fingerprint: string
}

interface StoredReply {
  fingerprint: string
  status: number
  text: string
  version: number | null
  createdAt: Date
}

const Claim = z.object({
  taken: z.boolean(),
  fingerprint: z.string().nullable(),
  status: z.number().nullable(),
  text: z.string().nullable(),
  encrypted: z.instanceof(Buffer).nullable(),
  version: z.number().nullable(),
  createdAt: z.date().nullable(),
})

/**
 * Claims the key for this transaction. Returns the stored reply, or null for the first request. Throws 409 while the
 * first is still running. (If the first commits between our snapshot and our lock, storing our own reply conflicts with
 * it, and the transaction is retried.)
 */
export async function claimKey(tx: Tx, keys: DataKeys, { scope, key }: Key): Promise<StoredReply | null> {
  const since = new Date(tx.now.getTime() - dayMilliseconds)
  const { taken, encrypted, fingerprint, status, text, version, createdAt } = await tx.one(typed(Claim)`
    select lock.taken, k.fingerprint, k.status, k.reply as text, k.reply_encrypted as encrypted, k.version, k.created_at as "createdAt"
    from (select pg_try_advisory_xact_lock(hashtextextended(${`${scope}\n${key}`}, 0)) as taken offset 0) lock
      left join idempotency_keys k on k.scope = ${scope} and k.key = ${key} and k.created_at > ${since}`)
  if (!taken) throw stillRunning()
  if (fingerprint === null || status === null || createdAt === null) return null
  const reply = encrypted === null ? (text ?? '') : await decryptText(keys, encrypted, about({ scope, key }))
  return { fingerprint, status, text: reply, version, createdAt }
}

export function replayAnswer(stored: StoredReply, { fingerprint }: Key): IdempotentReply {
  if (stored.fingerprint !== fingerprint)
    throw new DomainError('key-reused', 'This Idempotency-Key was used for a different request.')
  return { text: stored.text, version: stored.version, again: true }
}

export async function saveAnswer(
  tx: Tx,
  keys: DataKeys,
  key: Key,
  { status, text, version }: Omit<StoredReply, 'fingerprint' | 'createdAt'>,
): Promise<void> {
  const inserted = await tx.run(sql`
    insert into idempotency_keys as k (scope, key, fingerprint, status, reply, reply_encrypted, version, created_at)
    values (${key.scope}, ${key.key}, ${key.fingerprint}, ${status}, '', ${await encryptText(keys, text, about(key))}, ${version}, ${tx.now})
    on conflict (scope, key) do update set
      fingerprint = excluded.fingerprint, status = excluded.status, reply = excluded.reply,
      reply_encrypted = excluded.reply_encrypted, version = excluded.version, created_at = excluded.created_at
    where k.created_at <= excluded.created_at - interval '24 hours'`)
  if (inserted === 0) throw new Collision('the same key was used at the same time')
}

const about = ({ scope, key }: Pick<Key, 'scope' | 'key'>) => `idempotency-keys ${scope} ${key}`

export interface IdempotentReply {
  text: string
  version: number | null
  again: boolean
}

/** Status of a row whose work is in progress. */
const underWay = 0
/** After this time, the instance that did the work is considered dead, and the work may be started again. */
const timeoutMinutes = 5

/**
 * The same for work that runs its own transactions: a row claims the key in the meantime, and is then completed with
 * the reply or deleted.
 */
export async function once(
  db: Database,
  keys: DataKeys,
  origin: Origin,
  key: Key,
  status: number,
  work: () => Promise<Omit<IdempotentReply, 'again'>>,
): Promise<IdempotentReply> {
  const stored = await db.transaction(origin, (tx) => holdKey(tx, keys, key))
  if (stored !== null) return replayAnswer(stored, key)
  const itsRow = sql`scope = ${key.scope} and key = ${key.key} and status = ${underWay}`
  try {
    const { text, version } = await work()
    const encrypted = await encryptText(keys, text, about(key))
    await db.run(
      sql`update idempotency_keys set status = ${status}, reply_encrypted = ${encrypted}, version = ${version} where ${itsRow}`,
    )
    return { text, version, again: false }
  } catch (error) {
    await db.run(sql`delete from idempotency_keys where ${itsRow}`)
    throw error
  }
}

async function holdKey(tx: Tx, keys: DataKeys, key: Key): Promise<StoredReply | null> {
  const stored = await claimKey(tx, keys, key)
  if (stored === null) {
    await saveAnswer(tx, keys, key, { status: underWay, text: '', version: null })
    return null
  }
  if (stored.status !== underWay || stored.fingerprint !== key.fingerprint) return stored
  if (stored.createdAt.getTime() > tx.now.getTime() - timeoutMinutes * 60_000) throw stillRunning()
  await tx.run(sql`update idempotency_keys set created_at = ${tx.now} where scope = ${key.scope} and key = ${key.key}`)
  return null
}

const stillRunning = () => new DomainError('running', 'The same request is still being processed.')
