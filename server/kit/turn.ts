// What an instance makes once for all, as it starts, others that start beside it wait for: longer than a call may wait for a lock, since
// a key takes its time on a busy machine. So it is asked for again and again.
import { setTimeout as pause } from 'node:timers/promises'
import sql from 'sql-template-tag'
import type { Tx } from './db.ts'
import { StartError } from './start-error.ts'

const patienceMilliseconds = 60_000

/** Until the transaction ends nobody else takes this turn. */
export async function takeTurn(tx: Tx, turn: number): Promise<void> {
  for (const until = Date.now() + patienceMilliseconds; ; await pause(50)) {
    const { mine } = await tx.one<{ mine: boolean }>(sql`select pg_try_advisory_xact_lock(${turn}) as mine`)
    if (mine) return
    if (Date.now() > until) throw new StartError('Another instance has been starting for a minute. Please try again.')
  }
}
