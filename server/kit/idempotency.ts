// The same POST twice does nothing twice: the first answer is kept for 24 hours beside what it did, in the same transaction.
// Kept answers lie encrypted: they hold what was sent.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { DomainError } from '../../domain/errors.ts'
import { intoBox, outOfBox } from './boxes.ts'
import type { DataKeys } from './data-keys.ts'
import type { Database, Tx } from './db.ts'
import { Collision } from './failures.ts'
import type { Origin } from './record.ts'
import { typed } from './row-types.ts'

const dayMilliseconds = 24 * 3_600_000

export interface Key {
  scope: string
  key: string
  fingerprint: string
}

interface Kept {
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
  box: z.instanceof(Buffer).nullable(),
  version: z.number().nullable(),
  createdAt: z.date().nullable(),
})

/**
 * Takes the key for this transaction. Answers what was kept for it, or null when this is the first time.
 * Refuses 409 while the first is still running. (Should the first commit between our snapshot and our lock, keeping our own
 * answer collides with it, and the transaction is tried again.)
 */
export async function claimKey(tx: Tx, keys: DataKeys, { scope, key }: Key): Promise<Kept | null> {
  const since = new Date(tx.now.getTime() - dayMilliseconds)
  const { taken, box, fingerprint, status, text, version, createdAt } = await tx.one(typed(Claim)`
    select lock.taken, k.fingerprint, k.status, k.answer as text, k.answer_box as box, k.version, k.created_at as "createdAt"
    from (select pg_try_advisory_xact_lock(hashtextextended(${`${scope}\n${key}`}, 0)) as taken offset 0) lock
      left join idempotency_keys k on k.scope = ${scope} and k.key = ${key} and k.created_at > ${since}`)
  if (!taken) throw stillRunning()
  if (fingerprint === null || status === null || createdAt === null) return null
  const answer = box === null ? (text ?? '') : await outOfBox(keys, box, about({ scope, key }))
  return { fingerprint, status, text: answer, version, createdAt }
}

export function answerAgain(kept: Kept, { fingerprint }: Key): Answered {
  if (kept.fingerprint !== fingerprint)
    throw new DomainError('key-reused', 'This Idempotency-Key was used for a different request.')
  return { text: kept.text, version: kept.version, again: true }
}

export async function keepAnswer(
  tx: Tx,
  keys: DataKeys,
  key: Key,
  { status, text, version }: Omit<Kept, 'fingerprint' | 'createdAt'>,
): Promise<void> {
  const kept = await tx.run(sql`
    insert into idempotency_keys as k (scope, key, fingerprint, status, answer, answer_box, version, created_at)
    values (${key.scope}, ${key.key}, ${key.fingerprint}, ${status}, '', ${await intoBox(keys, text, about(key))}, ${version}, ${tx.now})
    on conflict (scope, key) do update set
      fingerprint = excluded.fingerprint, status = excluded.status, answer = excluded.answer,
      answer_box = excluded.answer_box, version = excluded.version, created_at = excluded.created_at
    where k.created_at <= excluded.created_at - interval '24 hours'`)
  if (kept === 0) throw new Collision('the same key was used meanwhile')
}

const about = ({ scope, key }: Pick<Key, 'scope' | 'key'>) => `idempotency-keys ${scope} ${key}`

export interface Answered {
  text: string
  version: number | null
  again: boolean
}

/** Stands for an answer while the work is under way. */
const underWay = 0
/** After this long the instance that did the work is taken for dead, and the work may be begun anew. */
const patienceMinutes = 5

/** The same for work that runs its transactions itself: a row holds the key meanwhile, and becomes the answer or goes. */
export async function once(
  db: Database,
  keys: DataKeys,
  origin: Origin,
  key: Key,
  status: number,
  work: () => Promise<Omit<Answered, 'again'>>,
): Promise<Answered> {
  const kept = await db.transaction(origin, (tx) => holdKey(tx, keys, key))
  if (kept !== null) return answerAgain(kept, key)
  const itsRow = sql`scope = ${key.scope} and key = ${key.key} and status = ${underWay}`
  try {
    const { text, version } = await work()
    const box = await intoBox(keys, text, about(key))
    await db.run(
      sql`update idempotency_keys set status = ${status}, answer_box = ${box}, version = ${version} where ${itsRow}`,
    )
    return { text, version, again: false }
  } catch (error) {
    await db.run(sql`delete from idempotency_keys where ${itsRow}`)
    throw error
  }
}

async function holdKey(tx: Tx, keys: DataKeys, key: Key): Promise<Kept | null> {
  const kept = await claimKey(tx, keys, key)
  if (kept === null) {
    await keepAnswer(tx, keys, key, { status: underWay, text: '', version: null })
    return null
  }
  if (kept.status !== underWay || kept.fingerprint !== key.fingerprint) return kept
  if (kept.createdAt.getTime() > tx.now.getTime() - patienceMinutes * 60_000) throw stillRunning()
  await tx.run(sql`update idempotency_keys set created_at = ${tx.now} where scope = ${key.scope} and key = ${key.key}`)
  return null
}

const stillRunning = () => new DomainError('running', 'The same request is still being worked on.')
