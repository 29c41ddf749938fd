// Imported by each worker program. Work blocks the event loop, so a thread monitors it: the process ends when a task
// uses too much CPU time or memory, and when the portal has ended.
import { Worker } from 'node:worker_threads'

/** CPU time in microseconds since the start, and bytes, at which the process ends; 0 is no limit. */
const limits = new Float64Array(new SharedArrayBuffer(16))

interface Limits {
  /** CPU time rather than elapsed time, because a busy machine or a slow store is not the task's fault. */
  milliseconds: number
  /** Total memory of the process including buffers, which the heap limit does not count. */
  megabytes?: number
}

export async function withLimits<Result>(
  { milliseconds, megabytes = 0 }: Limits,
  work: () => Promise<Result>,
): Promise<Result> {
  const { user, system } = process.cpuUsage()
  limits.set([user + system + milliseconds * 1000, megabytes * 2 ** 20])
  try {
    return await work()
  } finally {
    limits.fill(0)
  }
}

process.on('disconnect', () => process.exit())

new Worker(
  `const { limits, parent } = require('node:worker_threads').workerData
   setInterval(() => {
     const [cpu, bytes] = limits
     const { user, system } = process.cpuUsage()
     const isOver = (cpu > 0 && user + system > cpu) || (bytes > 0 && process.memoryUsage.rss() > bytes)
     if (isOver || process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
   }, 200)`,
  // The parent is read here, because the portal may have ended by the time the thread starts.
  { eval: true, workerData: { limits, parent: process.ppid } },
).unref()
