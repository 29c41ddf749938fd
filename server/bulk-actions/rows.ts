// Processes rows that a request stored, each in one transaction with its effects: if the process is killed, a row is either
// processed completely or not at all. Several instances process different rows.
import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { Actor, isAdministrator } from '../../domain/actor.ts'
import { type DomainErrorCode, DomainError, forbidden } from '../../domain/errors.ts'
import { constraintSentences } from '../constraints.ts'
import { asDomainError, isCollision } from '../kit/database-errors.ts'
import type { Database, Tx } from '../kit/db.ts'
import { type Log, withoutData } from '../kit/log.ts'
import type { Origin } from '../kit/record.ts'
import { typed } from '../kit/row-types.ts'
import { actorColumns } from '../users/actor-columns.ts'

export interface Outcome {
  status: 'done' | 'skipped' | 'failed'
  reason: string | null
}

interface Rows<Row> {
  origin: Origin
  /** Slow work for the next row, before the transaction. */
  prepare?: () => Promise<void>
  /** Locks the next pending row that no other instance is processing, or returns null. */
  claim(tx: Tx): Promise<Row | null>
  /** Returns null, or why there was nothing to do. */
  act(tx: Tx, row: Row): Promise<string | null>
  /** Stores the outcome of a row that is still pending. */
  settle(tx: Tx, row: Row, outcome: Outcome): Promise<void>
}

/** Temporary problems of the portal, not of the row. */
const temporary: readonly DomainErrorCode[] = ['unavailable', 'running', 'too-many', 'no-space']

/** Processes one row. Returns false if none is left. Throws on a temporary problem, so that the job is retried. */
async function handleNextRow<Row>(db: Database, log: Log, rows: Rows<Row>): Promise<boolean> {
  let claimed: Row | null = null
  await rows.prepare?.()
  try {
    return await db.transaction(rows.origin, async (tx) => {
      claimed = await rows.claim(tx)
      if (claimed === null) return false
      const skipped = await rows.act(tx, claimed)
      await rows.settle(tx, claimed, { status: skipped === null ? 'done' : 'skipped', reason: skipped })
      return true
    })
  } catch (error) {
    const row = claimed as Row | null
    if (row === null || isCollision(error)) throw error
    const outcome = outcomeOf(asDomainError(error, constraintSentences))
    if (outcome === null) throw error
    if (outcome.status === 'failed') log.warn({ error: withoutData(error) }, 'a row of a bulk action failed')
    await db.transaction(rows.origin, (tx) => rows.settle(tx, row, outcome))
    return true
  }
}

/** Null for a temporary problem. */
function outcomeOf(error: unknown): Outcome | null {
  if (!(error instanceof DomainError))
    return { status: 'failed', reason: 'Something went wrong in the portal. Try again with only this client.' }
  if (temporary.includes(error.code)) return null
  if (error.code === 'conflict') return { status: 'skipped', reason: error.message }
  return {
    status: 'failed',
    reason:
      error.code === 'not-found' ? 'The person who started this no longer has access to this client.' : error.message,
  }
}

const CountsRow = z.object({ done: z.number(), skipped: z.number(), failed: z.number() })

/** How many rows had each outcome. @param rows a table and a condition */
export const outcomesOf = (tx: Tx, rows: Sql) =>
  tx.one(typed(CountsRow)`
    select count(*) filter (where status = 'done')::int as done, count(*) filter (where status = 'skipped')::int as skipped,
      count(*) filter (where status = 'failed')::int as failed
    from ${rows}`)

/** The team member who started it, as they are now. Throws 403 if they may no longer act. */
export async function unsafeStarter(tx: Tx, id: string): Promise<Actor> {
  const actor = await tx.maybe(typed(Actor)`
    select ${actorColumns(tx.now)} from users u
    where u.id = ${id} and u.is_active and u.role <> 'client'`)
  if (actor === null) throw forbidden('The person who started this is no longer on the team.')
  return actor
}

/** The same for what only administrators start. */
export async function unsafeStartingAdministrator(tx: Tx, id: string): Promise<Actor> {
  const actor = await unsafeStarter(tx, id)
  if (!isAdministrator(actor)) throw forbidden('The person who started this is no longer an administrator.')
  return actor
}

const sliceMilliseconds = 3000

interface Work<Task> {
  /** The job, which queues itself again so that an instance can stop in between. */
  job: string
  running: () => Promise<Task[]>
  rowsOf: (task: Task) => Rows<unknown>
  /** Ends the task once no row is pending; rows that another instance is processing count as pending. */
  finish: (task: Task) => Promise<void>
}

/** Alternates between all running tasks, so that a small one doesn't wait for a large one. */
export async function workThrough<Task>(
  db: Database,
  log: Log,
  { job, running, rowsOf, finish }: Work<Task>,
): Promise<void> {
  const until = performance.now() + sliceMilliseconds
  for (let isWorking = true; isWorking;) {
    isWorking = false
    for (const task of await running()) {
      if (await handleNextRow(db, log, rowsOf(task))) isWorking = true
      else await finish(task)
      if (performance.now() < until) continue
      await db.rows(sql`select graphile_worker.add_job(${job}, job_key => ${job})`)
      return
    }
  }
}

const announceMilliseconds = 1000

/** Whether a second has passed since the last live event about a task. */
export function openAnnouncer(): (id: string) => boolean {
  const announced = new Map<string, number>()
  return (id) => {
    const now = performance.now()
    if (now - (announced.get(id) ?? -Infinity) < announceMilliseconds) return false
    announced.set(id, now)
    return true
  }
}
