// The typesetter: a worker process of printer.ts, which renders one PDF at a time.
import { withLimits } from '../kit/worker-limits.ts'
import type { AdoptedDocument, Job, Printed } from './job.ts'
import { typeset } from './typeset.ts'

export const print = (job: Job): Promise<Printed> =>
  withLimits({ milliseconds: job.limitMilliseconds }, async () => {
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

/** A Word document. The library is imported with the first one. */
export const writeDocx = (task: { document: AdoptedDocument; limitMilliseconds: number }): Promise<Uint8Array> =>
  withLimits({ milliseconds: task.limitMilliseconds }, async () =>
    (await import('../docx/writer.ts')).docxOf(task.document),
  )

/** Imported with the first form: most PDFs have no fields, and the first PDF should not wait for it. */
const withFields = async (bytes: Uint8Array, fields: Job['fields']) =>
  (await import('./fields.ts')).withFields(bytes, fields)
