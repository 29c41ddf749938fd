// A job worker that never finishes its job, like one whose process was stopped.
import { EventEmitter } from 'node:events'
import { Logger, run, type WorkerEvents } from 'graphile-worker'
import type pg from 'pg'

export interface StuckWorker {
  /** Under which the job is locked. */
  workerId: string
  end(): Promise<void>
}

/** Resolves when the worker has locked the next due job of this task. */
export async function startStuckWorker(pool: pg.Pool, task: string): Promise<StuckWorker> {
  const events: WorkerEvents = new EventEmitter()
  let workerId = ''
  events.on('pool:create', ({ workerPool }) => void (workerId = workerPool.id))
  const locked = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const runner = await run({
    pgPool: pool,
    taskList: { [task]: () => (locked.resolve(), ended.promise) },
    crontab: '',
    noHandleSignals: true,
    logger: new Logger(() => () => {}),
    events,
  })
  await locked.promise
  return {
    workerId,
    async end() {
      ended.resolve()
      await runner.stop()
    },
  }
}
