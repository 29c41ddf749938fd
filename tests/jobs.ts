import sql from 'sql-template-tag'
import { expect } from 'vitest'
import type { TestApp } from './test-app.ts'

/** Makes the next attempt of a task's failed jobs without waiting for its time. */
export async function attemptAgain(testApp: TestApp, task: string): Promise<void> {
  await jobsSettled(testApp, task)
  await testApp.db.rows(sql`
    select from graphile_worker.reschedule_jobs(
      array(select id from graphile_worker.jobs where task_identifier = ${task}), run_at => now())`)
  await testApp.runJobs(task)
  await jobsSettled(testApp, task)
}

/** The worker resolves before it has stored that its last job succeeded or failed. */
export const jobsSettled = (testApp: TestApp, task: string): Promise<void> =>
  expect
    .poll(() =>
      testApp.db.rows(sql`
        select 1 from graphile_worker.jobs where task_identifier = ${task} and locked_at is not null`),
    )
    .toEqual([])
