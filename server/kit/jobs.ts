// Background work that follows a write: a job row in the same transaction, run afterward by any free instance.
import { EventEmitter } from 'node:events'
import {
  run,
  runOnce,
  Logger,
  parseCronItems,
  type CronItem,
  type Job,
  type Runner,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import type pg from 'pg'
import { leases } from './job-leases.ts'
import type { Log } from './log.ts'

export interface Jobs {
  stop(): Promise<void>
}

/** Logs the name and number of a failed job, but not its error message, which may quote addresses. */
const workerLogger = (log: Log) =>
  new Logger(() => (level, message, meta) => {
    if (level !== 'error' && level !== 'warning') return
    const write = level === 'error' ? log.error.bind(log) : log.warn.bind(log)
    const { job, error } = (meta as { job?: Job; error?: unknown } | undefined) ?? {}
    if (job === undefined) return write({}, message.replace(/ (with error|after failure) '[^]*$/, ''))
    const { id, task_identifier: task, attempts } = job
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
    write({ job: id, task, attempts, code, error: error instanceof Error ? error.name : undefined }, 'a job failed')
  })

/** Marks jobs that wait for an external service, such as a mail server: some workers are always left free of them. */
export const slowFlag = 'slow'
/** Marks webhook calls, so that a slow receiver doesn't delay emails or other jobs. */
export const webhookFlag = 'webhook'
/** Marks push notifications, whose addresses come from browsers. */
export const pushFlag = 'push'
/** Marks jobs that read a file for long, so that many uploads don't delay other jobs. */
export const fileFlag = 'file'
const places = 5
/** How many jobs with a flag run at the same time. */
const placesOf = { [slowFlag]: 2, [webhookFlag]: 1, [pushFlag]: 1, [fileFlag]: 1 }
type Flag = keyof typeof placesOf
const flags = Object.keys(placesOf) as Flag[]

const leaseMilliseconds = 30_000
const againMilliseconds = 2000

/**
 * Restarts when the library stopped because the database was unreachable for too long.
 * @param atStart jobs that every instance starts with
 */
export async function startJobs(
  pool: pg.Pool,
  tasks: TaskList,
  cron: CronItem[],
  atStart: string[],
  log: Log,
): Promise<Jobs> {
  let stopped = false
  let runner: Promise<Runner>
  let held = leases(pool)
  let again: NodeJS.Timeout | null = null
  const renew = () => {
    held.renew().catch((error: unknown) => log.warn({ error: String(error) }, 'jobs wait for the database'))
  }
  const renewing = setInterval(renew, leaseMilliseconds)

  async function begin() {
    const events: WorkerEvents = new EventEmitter()
    let over = false
    const once = () => {
      if (!over && !stopped) beginAgain()
      over = true
    }
    // Its promise may hang on the database that failed.
    events.on('pool:gracefulShutdown', once)
    const running: Record<Flag, number> = { [slowFlag]: 0, [webhookFlag]: 0, [pushFlag]: 0, [fileFlag]: 0 }
    const count = (job: Job, change: 1 | -1) => {
      for (const flag of flags) if (job.flags?.[flag] === true) running[flag] += change
    }
    events.on('job:start', ({ job }) => count(job, 1))
    events.on('job:complete', ({ job }) => count(job, -1))
    held = leases(pool)
    events.on('pool:create', ({ workerPool }) => {
      held.take(workerPool.id)
      renew()
    })
    const started = await run({
      pgPool: pool,
      taskList: tasks,
      parsedCronItems: parseCronItems(cron),
      preset: {
        worker: {
          concurrentJobs: places,
          // No delay, but with retries: without these options, a failure to record a completed job ends the whole
          // process.
          completeJobBatchDelay: 0,
          failJobBatchDelay: 0,
        },
      },
      forbiddenFlags: () => flags.filter((flag) => running[flag] >= placesOf[flag]),
      noHandleSignals: true,
      logger: workerLogger(log),
      events,
    })
    const ended = (error: unknown) => log.warn({ error: String(error) }, 'the job runner ended')
    void started.promise.catch(ended).finally(once)
    return started
  }

  function beginAgain() {
    if (again !== null || stopped) return
    log.warn({}, 'jobs begin again')
    again = setTimeout(() => {
      again = null
      if (stopped) return
      runner = begin()
      runner.catch(beginAgain)
    }, againMilliseconds).unref()
  }

  runner = begin()
  const first = await runner
  for (const task of atStart) await first.addJob(task, {}, { jobKey: task })
  return {
    async stop() {
      stopped = true
      clearInterval(renewing)
      // Also stops a worker that is still starting, which would otherwise continue on connections that are closed next.
      // Nothing to stop if it failed to start or has already ended.
      const failed = (error: unknown) => log.warn({ error: String(error) }, 'the job runner could not be stopped')
      await runner.then((started) => started.stop()).catch(failed)
    },
  }
}

/** Runs all due jobs once, and resolves when none is left. */
export const runDueJobs = (pool: pg.Pool, tasks: TaskList, log: Log) =>
  runOnce({ pgPool: pool, taskList: tasks, noHandleSignals: true, logger: workerLogger(log) })
