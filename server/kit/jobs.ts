// Work that follows a write: a job row in the same transaction, done afterwards by whichever instance is free.
import { run, runOnce, Logger, parseCronItems, type CronItem, type Job, type TaskList } from 'graphile-worker'
import type pg from 'pg'
import type { Log } from './log.ts'

export interface Jobs {
  stop(): Promise<void>
}

/** Of a job that failed its name and number are logged, not what went wrong in the words of others: those quote addresses. */
const loggerOn = (log: Log) =>
  new Logger(() => (level, message, meta) => {
    if (level !== 'error' && level !== 'warning') return
    const write = level === 'error' ? log.error.bind(log) : log.warn.bind(log)
    const { job, error } = (meta ?? {}) as { job?: Job; error?: unknown }
    if (job === undefined) return write({}, message.replace(/ (with error|after failure) '[^]*$/, ''))
    const { id, task_identifier: task, attempts } = job
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
    write({ job: id, task, attempts, code, error: error instanceof Error ? error.name : undefined }, 'a job failed')
  })

/** @param atStart jobs that every instance begins with */
export async function startJobs(
  pool: pg.Pool,
  tasks: TaskList,
  cron: CronItem[],
  atStart: string[],
  log: Log,
): Promise<Jobs> {
  const runner = await run({
    pgPool: pool,
    taskList: tasks,
    parsedCronItems: parseCronItems(cron),
    concurrency: 2,
    noHandleSignals: true,
    logger: loggerOn(log),
  })
  for (const task of atStart) await runner.addJob(task, {}, { jobKey: task })
  return { stop: () => runner.stop() }
}

/** Works off what is due, once, and answers when nothing is left. */
export const workOff = (pool: pg.Pool, tasks: TaskList, log: Log) =>
  runOnce({ pgPool: pool, taskList: tasks, noHandleSignals: true, logger: loggerOn(log) })
