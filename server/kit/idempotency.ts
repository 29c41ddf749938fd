// The same POST twice does nothing twice: the first answer is kept for 24 hours beside what it did, in the same transaction.
// Kept answers lie encrypted: they hold what was sent.
import sql from 'sql-template-tag'
import { DomainError } from '../../domain/errors.ts'
import { intoBox, outOfBox } from './boxes.ts'
import type { DataKeys } from './data-keys.ts'
import type { Database, Question, SharedTx, Tx } from './db.ts'
import { Collision } from './failures.ts'
import type { Origin } from './record.ts'
import { rowsOf } from './rows.ts'

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

/**
 * Takes the key for this transaction. Answers what was kept for it, or null when this is the first time.
 * Refuses 409 while the first is still running. (Should the first commit between our snapshot and our lock, keeping our own
 * answer collides with it, and the transaction is tried again.)
 */
export async function claimKey(tx: SharedTx, keys: DataKeys, { scope, key }: Key): Promise<Kept | null> {
  const since = new Date(tx.now.getTime() - dayMilliseconds)
  const claimed = await tx.ask(claims, { scope, key, since })
  if (claimed === null || !claimed.taken) throw stillRunning()
  const { box, fingerprint, ...kept } = claimed
  if (fingerprint === null) return null
  const text = box === null ? kept.text : await outOfBox(keys, box, about({ scope, key }))
  return { ...kept, fingerprint, text }
}

interface Claim extends Omit<Kept, 'fingerprint'> {
  place: number
  taken: boolean
  fingerprint: string | null
  box: Buffer | null
}

const claims: Question<{ scope: string; key: string; since: Date }, Claim> = async (reader, asks) => {
  const rows = await reader.rows<Claim>(sql`
    select r.place, lock.taken, k.fingerprint, k.status, k.answer as text, k.answer_box as box, k.version, k.created_at as "createdAt"
    from ${rowsOf('place integer, scope text, key text, since timestamptz', placed(asks))}
    cross join lateral (
      select pg_try_advisory_xact_lock(hashtextextended(r.scope || chr(10) || r.key, 0)) as taken offset 0) lock
    left join lateral (
      select * from idempotency_keys k where k.scope = r.scope and k.key = r.key and k.created_at > r.since offset 0) k on true`)
  return inPlace(asks, rows)
}

const placed = <Ask extends object>(asks: Ask[]) => asks.map((ask, place) => ({ ...ask, place }))

function inPlace<Row extends { place: number }>(asks: unknown[], rows: Row[]): (Row | null)[] {
  const found = new Map(rows.map((row) => [row.place, row]))
  return asks.map((_, place) => found.get(place) ?? null)
}

export function answerAgain(kept: Kept, { fingerprint }: Key): Answered {
  if (kept.fingerprint !== fingerprint)
    throw new DomainError('key-reused', 'This Idempotency-Key was used for a different request.')
  return { text: kept.text, version: kept.version, again: true }
}

export async function keepAnswer(
  tx: SharedTx,
  keys: DataKeys,
  key: Key,
  answer: Omit<Kept, 'fingerprint' | 'createdAt'>,
): Promise<void> {
  const box = await intoBox(keys, answer.text, about(key))
  const { status, version } = answer
  const row = { ...key, status, version, box: box.toString('base64'), now: tx.now }
  if ((await tx.ask(newAnswers, row)) === null) throw new Collision('the same key was used meanwhile')
}

interface NewAnswer extends Key, Pick<Kept, 'status' | 'version'> {
  box: string
  now: Date
}

const newAnswers: Question<NewAnswer, true> = async (reader, answers) => {
  const kept = await reader.rows<Key>(sql`
    insert into idempotency_keys as k (scope, key, fingerprint, status, answer, answer_box, version, created_at)
    select r.scope, r.key, r.fingerprint, r.status, '', decode(r.box, 'base64'), r.version, r.now
    from ${rowsOf('scope text, key text, fingerprint text, status integer, box text, version integer, now timestamptz', answers)}
    on conflict (scope, key) do update set
      fingerprint = excluded.fingerprint, status = excluded.status, answer = excluded.answer,
      answer_box = excluded.answer_box, version = excluded.version, created_at = excluded.created_at
    where k.created_at <= excluded.created_at - interval '24 hours'
    returning scope, key`)
  const written = new Set(kept.map(about))
  return answers.map((answer) => (written.has(about(answer)) ? true : null))
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
