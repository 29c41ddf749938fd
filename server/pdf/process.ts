// The typesetter: a process of the pool in printer.ts, which sets one PDF at a time.
import { withCpuLimit } from '../kit/worker-limits.ts'
import type { Job, Printed } from './job.ts'
import { typeset } from './typeset.ts'

export const print = (job: Job): Promise<Printed> =>
  withCpuLimit(job.limitMilliseconds, async () => {
    const before = process.cpuUsage()
    const { bytes, degraded } = typeset(job)
    const filled = job.fields.length === 0 ? bytes : await withFields(bytes, job.fields)
    const { user, system } = process.cpuUsage(before)
    return {
      bytes: filled,
      degraded,
      cpuMilliseconds: (user + system) / 1000,
      memoryMegabytes: process.memoryUsage.rss() / 2 ** 20,
    }
  })

/** Loaded for the first form: most PDFs have no fields, and the first of them should not wait for it. */
const withFields = async (bytes: Uint8Array, fields: Job['fields']) =>
  (await import('./fields.ts')).withFields(bytes, fields)
