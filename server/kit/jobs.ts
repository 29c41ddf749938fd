// Work that follows a write: a job row in the same transaction, done afterwards by whichever instance is free.
import { run, runOnce, Logger, parseCronItems, type CronItem, type TaskList } from 'graphile-worker'
import type pg from 'pg'
import type { Log } from './log.ts'

export interface Jobs {
  stop(): Promise<void>
}

const loggerOn = (log: Log) =>
  new Logger(() => (level, message) => {
    if (level === 'error') log.error({}, message)
    else if (level === 'warning') log.warn({}, message)
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
