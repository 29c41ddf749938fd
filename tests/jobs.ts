import sql from 'sql-template-tag'
import type { TestApp } from './test-app.ts'

/** Makes the next attempt of a task's failed jobs without waiting for its time. */
export async function attemptAgain(testApp: TestApp, task: string): Promise<void> {
  await testApp.db.rows(sql`
    select from graphile_worker.reschedule_jobs(
      array(select id from graphile_worker.jobs where task_identifier = ${task}), run_at => now())`)
  await testApp.runJobs(task)
}
