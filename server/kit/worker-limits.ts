// Imported by each program of a worker pool. Its work blocks the event loop, so a thread watches: the process ends when a task takes
// too much processor time, and when the portal is gone.
import { Worker } from 'node:worker_threads'

/** The processor time, in microseconds since the start, at which the process ends; 0 while there is no task. */
const limit = new Float64Array(new SharedArrayBuffer(8))

/** Processor time, not time: a busy machine or a slow store is not the task's fault. */
export async function withCpuLimit<Result>(milliseconds: number, work: () => Promise<Result>): Promise<Result> {
  const { user, system } = process.cpuUsage()
  limit[0] = user + system + milliseconds * 1000
  try {
    return await work()
  } finally {
    limit[0] = 0
  }
}

process.on('disconnect', () => process.exit())

new Worker(
  `const { workerData: limit } = require('node:worker_threads')
   const parent = process.ppid
   setInterval(() => {
     const { user, system } = process.cpuUsage()
     const isOver = limit[0] > 0 && user + system > limit[0]
     if (isOver || process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
   }, 200)`,
  { eval: true, workerData: limit },
).unref()
