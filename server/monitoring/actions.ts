import sql from 'sql-template-tag'
import { z } from 'zod'
import { notFound } from '../../domain/errors.ts'
import { assertCanRetryJob, workOf } from '../../domain/system-status.ts'
import type { Tx } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'

const FailedJobRow = z.object({ task: z.string(), attempts: z.number(), maxAttempts: z.number() })

/** Retries a failed job with fresh attempts. */
export async function retryFailedJob(tx: Tx, number: string): Promise<{ message: string }> {
  if (!/^\d{1,15}$/.test(number)) throw notFound()
  const job = await tx.maybe(typed(FailedJobRow)`
    select task_identifier as task, attempts, max_attempts as "maxAttempts" from graphile_worker.jobs where id = ${number}::bigint`)
  if (job === null) throw notFound()
  assertCanRetryJob(job)
  await tx.rows(sql`
    select from graphile_worker.reschedule_jobs(array[${number}::bigint], run_at => now(), attempts => 0)`)
  tx.record({ action: 'job.retried', id: null, details: { number: Number(number), task: job.task } })
  return { message: `${workOf(job.task)}: retrying now.` }
}
