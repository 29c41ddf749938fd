// The typesetter: a process of the pool in printer.ts, which sets one PDF at a time. It ends itself when a PDF takes too long, and
// when the portal is gone.
import { Worker } from 'node:worker_threads'
import type { Job, Printed } from './job.ts'
import { typeset } from './typeset.ts'

/** When the current job has to be done, in milliseconds since 1970; 0 while there is none. */
const deadline = new Float64Array(new SharedArrayBuffer(8))

export default async function print(job: Job): Promise<Printed> {
  const before = process.cpuUsage()
  deadline[0] = Date.now() + job.limitMilliseconds
  try {
    const { bytes, degraded } = typeset(job)
    const filled = job.fields.length === 0 ? bytes : await withFields(bytes, job.fields)
    const { user, system } = process.cpuUsage(before)
    return {
      bytes: filled,
      degraded,
      cpuMilliseconds: (user + system) / 1000,
      memoryMegabytes: process.memoryUsage.rss() / 2 ** 20,
    }
  } finally {
    deadline[0] = 0
  }
}

/** Loaded for the first form: most PDFs have no fields, and the first of them should not wait for it. */
const withFields = async (bytes: Uint8Array, fields: Job['fields']) =>
  (await import('./fields.ts')).withFields(bytes, fields)

process.on('disconnect', () => process.exit())

// Typesetting blocks this process's event loop, so a thread watches the time and the portal.
new Worker(
  `const { workerData: deadline } = require('node:worker_threads')
   const parent = process.ppid
   setInterval(() => {
     const isLate = deadline[0] > 0 && Date.now() > deadline[0]
     if (isLate || process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
   }, 200)`,
  { eval: true, workerData: deadline },
).unref()
