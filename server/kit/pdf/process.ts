// The typesetter's process: one paper after another, as asked by the portal, until the portal is gone.
import { Worker } from 'node:worker_threads'
import type { Done, Job } from './job.ts'
import { typeset } from './typeset.ts'

process.on('message', (job: Job) => void answer(job))
process.on('disconnect', () => process.exit())

async function answer(job: Job) {
  const before = process.cpuUsage()
  const result = await attempt(job)
  const { user, system } = process.cpuUsage(before)
  const done: Done = {
    id: job.id,
    ...result,
    cpuMilliseconds: (user + system) / 1000,
    memoryMegabytes: process.memoryUsage.rss() / 2 ** 20,
  }
  // A portal that was killed meanwhile takes no answer; 'disconnect' says so in a moment.
  process.send?.(done, undefined, undefined, () => {})
}

async function attempt(job: Job) {
  try {
    const { bytes, degraded } = typeset(job)
    if (job.fields.length === 0) return { bytes, degraded }
    // Loaded for the first form: most papers have no fields, and the first of them should not wait for it.
    const { withFields } = await import('./fields.ts')
    return { bytes: await withFields(bytes, job.fields), degraded }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}

// While a paper is being set nothing else is heard here, not even that the portal was killed. This thread looks for it.
new Worker(
  `const parent = process.ppid
   setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL') }, 500)`,
  { eval: true },
).unref()
