// The printer: PDFs are set in processes of their own (tinypool), so that no request waits for typesetting, and a typesetter that
// hangs, crashes or grows loses one PDF at most. The pool starts with the first PDF and ends when idle.
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Tinypool } from 'tinypool'
import { DomainError } from '../../../domain/errors.ts'
import type { Log } from '../log.ts'
import type { Fillable, Job, Printed } from './job.ts'
import { printable } from './printable.ts'

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

/** What fails in a typesetter arrives as plain data. */
const messageOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error)

export function openPrinter(
  log: Pick<Log, 'warn'>,
  folder: string,
  { limitMilliseconds = 20_000, idleMilliseconds = 120_000, maxPapers = 500, maxQueue = 30 } = {},
): PrinterPool {
  let pool: Tinypool | null = null
  let papers = 0
  let underWay = 0
  let isClosed = false
  let idle: NodeJS.Timeout | undefined
  const byPerson = new Map<string, number>()

  function start(): Tinypool {
    const typesetters = availableParallelism() >= 4 ? 2 : 1
    const started = new Tinypool({
      filename: program,
      runtime: 'child_process',
      serialization: 'advanced',
      // Nothing of the portal's settings: a typesetter needs no passwords.
      env: {},
      execArgv: [],
      // Without a minimum, tinypool starts no typesetter for what waits behind an aborted job.
      minThreads: 1,
      maxThreads: typesetters,
    })
    // A typesetter that ended while idle; tinypool starts the next one.
    started.on('error', () => {})
    return started
  }

  /** Ends the typesetters. What they were setting is rejected. */
  function end() {
    clearTimeout(idle)
    const ended = pool
    pool = null
    papers = 0
    void ended?.destroy().catch(() => {})
  }

  async function run(job: Job, signal: AbortSignal | null): Promise<Printed> {
    clearTimeout(idle)
    const current = (pool ??= start())
    underWay++
    try {
      const printed = (await current.run(job, { signal })) as Printed
      if (++papers >= maxPapers || printed.memoryMegabytes > maxMegabytes) {
        papers = 0
        void current.recycleWorkers().catch(() => {})
      }
      if (printed.degraded) log.warn({ template: job.template }, 'a PDF has a character that is in none of our fonts')
      return printed
    } catch (error) {
      if (signal?.aborted === true) throw callerIsGone()
      const why = isClosed ? 'the printer was closed' : messageOf(error)
      throw new PrintError(`The PDF "${job.template}" could not be created: ${why}`, { cause: error })
    } finally {
      if (--underWay === 0 && !isClosed) idle = setTimeout(end, idleMilliseconds).unref()
    }
  }

  function jobOf(...[template, data, files = {}, fields = []]: Parameters<Printer['print']>): Job {
    if (isClosed) throw new PrintError('The printer is closed.')
    return { folder, template, data: printable(data), files, fields, limitMilliseconds }
  }

  return {
    print: async (...paper) => run(jobOf(...paper), null),
    forCaller: (personId, gone) => ({
      async print(...paper) {
        if (gone.aborted) throw callerIsGone()
        const count = byPerson.get(personId) ?? 0
        if (count >= maxPerPerson) throw personIsBusy()
        if ((pool?.queueSize ?? 0) >= maxQueue) throw queueIsFull()
        byPerson.set(personId, count + 1)
        try {
          return await run(jobOf(...paper), gone)
        } finally {
          const left = (byPerson.get(personId) ?? 1) - 1
          if (left === 0) byPerson.delete(personId)
          else byPerson.set(personId, left)
        }
      },
    }),
    close() {
      isClosed = true
      end()
    },
  }
}
