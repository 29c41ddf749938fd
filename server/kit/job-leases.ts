// A job belongs to the instance that does it, as long as that renews its lease. One that was killed renews none, and its jobs
// are free again minutes later: the library alone would keep a letter for four hours that was about to be sent.
import type pg from 'pg'
import sql from 'sql-template-tag'
import { readerOn, runOn } from './unit-of-work.ts'

export interface Leases {
  /** The name under which the jobs of this instance are marked. */
  take(owner: string): void
  /** Renews what this instance holds, and frees what nobody renewed. */
  renew(): Promise<void>
}

const patienceMinutes = 3

export function leases(pool: pg.Pool, now: () => number = () => performance.now()): Leases {
  const owners: string[] = []
  let renewedAt: number | null = null
  return {
    take: (owner) => void owners.push(owner),
    async renew() {
      await runOn(
        pool,
        sql`update graphile_worker._private_jobs set locked_at = now() where locked_by = any(${owners}::text[])`,
      )
      const before = renewedAt
      renewedAt = now()
      // After a pause of ours or of the database the others have to have had time to renew theirs first.
      if (before === null || renewedAt - before > (patienceMinutes / 2) * 60_000) return
      await readerOn(pool).rows(sql`
        select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
        from graphile_worker.jobs
        where locked_at < now() - make_interval(mins => ${patienceMinutes})
        having count(*) > 0`)
    },
  }
}
