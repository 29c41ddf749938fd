// The printer: PDFs are set in processes of their own, so that no request waits for typesetting, and a typesetter that hangs, crashes
// or grows loses one PDF at most.
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { DomainError } from '../../domain/errors.ts'
import type { Log } from '../kit/log.ts'
import { openWorkerPool } from '../kit/worker-pool.ts'
import type { Fillable, Printed } from './job.ts'
import { printable } from './printable.ts'
import type * as Typesetter from './process.ts'

export type { Printed } from './job.ts'

export interface Printer {
  /**
   * @param template the name of a file in the folder of the templates, without its ending
   * @param data what the template reads as `data.json`
   * @param files more files that it may read, by name
   * @param fields what its links to `field:NAME` become, on a form to be filled in
   */
  print(template: string, data: unknown, files?: Record<string, Uint8Array>, fields?: Fillable[]): Promise<Printed>
}

export interface PrinterPool extends Printer {
  /** The printer for someone who waits for an answer: at most three PDFs at once, none when the queue is full or `gone` fires. */
  forCaller(personId: string, gone: AbortSignal): Printer
  close(): void
}

/** The PDF was not created: the template is at fault, or the typesetter crashed, hung, or was closed. */
export class PrintError extends Error {
  override name = 'PrintError'
}

const program = join(import.meta.dirname, import.meta.filename.endsWith('.ts') ? 'process.ts' : 'typesetter.js')
const maxMegabytes = 400
/** One being set and two waiting. */
const maxPerPerson = 3

const queueIsFull = () =>
  new DomainError('unavailable', 'We’re creating many PDFs right now. Try again in a moment.', {
    retryAfterSeconds: 10,
  })

const personIsBusy = () =>
  new DomainError('too-many', 'Your other PDFs are still being created. Try again when they have opened.', {
    retryAfterSeconds: 5,
  })

const callerIsGone = () => new DomainError('unavailable', 'The PDF was not created, because its request was canceled.')

type Paper = Parameters<Printer['print']>

export function openPrinter(
  log: Pick<Log, 'warn'>,
  folder: string,
  { limitMilliseconds = 20_000, idleMilliseconds = 120_000, maxPapers = 500, maxQueue = 30 } = {},
): PrinterPool {
  const processes = availableParallelism() >= 4 ? 2 : 1
  const pool = openWorkerPool<typeof Typesetter>(log, { program, processes, idleMilliseconds })
  let papers = 0
  const byPerson = new Map<string, number>()

  async function run([template, data, files = {}, fields = []]: Paper, signal?: AbortSignal): Promise<Printed> {
    try {
      const job = { folder, template, data: printable(data), files, fields, limitMilliseconds }
      const printed = await pool.run('print', job, signal)
      if (++papers >= maxPapers || printed.memoryMegabytes > maxMegabytes) {
        papers = 0
        pool.recycle()
      }
      if (printed.degraded) log.warn({ template }, 'a PDF has a character that is in none of our fonts')
      return printed
    } catch (error) {
      if (signal?.aborted === true) throw callerIsGone()
      const why = error instanceof Error ? error.message : 'unknown'
      throw new PrintError(`The PDF "${template}" could not be created: ${why}`, { cause: error })
    }
  }

  return {
    print: (...paper) => run(paper),
    forCaller: (personId, gone) => ({
      async print(...paper) {
        if (gone.aborted) throw callerIsGone()
        const count = byPerson.get(personId) ?? 0
        if (count >= maxPerPerson) throw personIsBusy()
        if (pool.waiting() >= maxQueue) throw queueIsFull()
        byPerson.set(personId, count + 1)
        try {
          return await run(paper, gone)
        } finally {
          const left = (byPerson.get(personId) ?? 1) - 1
          if (left === 0) byPerson.delete(personId)
          else byPerson.set(personId, left)
        }
      },
    }),
    close: pool.close,
  }
}
