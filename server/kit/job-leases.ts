// A job belongs to an instance as long as the instance renews its lease. A killed instance renews nothing, so its jobs
// are released minutes later; the library alone would hold an email that was about to be sent for four hours.
import type pg from 'pg'
import sql from 'sql-template-tag'
import { statementsOn, runOn } from './unit-of-work.ts'

export interface Leases {
  /** Registers a worker id under which this instance's jobs are locked. */
  take(workerId: string): void
  /** Renews this instance's leases, and releases the jobs of expired ones. */
  renew(): Promise<void>
}

export function leases(pool: pg.Pool, now: () => number = () => performance.now(), timeout = 3 * 60_000): Leases {
  const workerIds: string[] = []
  let renewedAt: number | null = null
  return {
    take: (workerId) => void workerIds.push(workerId),
    async renew() {
      await runOn(
        pool,
        sql`insert into worker_leases (worker_id, renewed_at) select unnest(${workerIds}::text[]), now()
          on conflict (worker_id) do update set renewed_at = excluded.renewed_at`,
      )
      const before = renewedAt
      renewedAt = now()
      // After a pause of this instance or the database, the other instances need time to renew their leases first.
      if (before === null || renewedAt - before > timeout / 2) return
      const expired = sql`now() - make_interval(secs => ${timeout / 1000})`
      // A worker that has just started, or paused, may have locked a job before it has written its lease.
      await statementsOn(pool).rows(sql`
        select graphile_worker.force_unlock_workers(array_agg(distinct j.locked_by))
        from graphile_worker.jobs j left join worker_leases l on l.worker_id = j.locked_by
        where greatest(l.renewed_at, j.locked_at) < ${expired}
        having count(*) > 0`)
      await runOn(pool, sql`delete from worker_leases where renewed_at < ${expired}`)
    },
  }
}
