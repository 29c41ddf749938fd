// Renders PDFs in separate processes, so that no request waits for typesetting, and a typesetter that hangs, crashes,
// or grows loses at most one PDF.
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { DomainError } from '../../domain/errors.ts'
import type { Log } from '../kit/log.ts'
import { openWorkerPool } from '../kit/worker-pool.ts'
import type { AdoptedDocument, Fillable, Printed } from './job.ts'
import { printable } from './printable.ts'
import type * as Typesetter from './process.ts'

export type { Printed } from './job.ts'

export interface Printer {
  /**
   * @param template the name of a template file, without its extension
   * @param data what the template reads as `data.json`
   * @param files additional files that it may read, by name
   * @param fields the form fields that replace its links to `field:NAME`
   */
  print(template: string, data: unknown, files?: Record<string, Uint8Array>, fields?: Fillable[]): Promise<Printed>
}

export interface DocumentPrinter extends Printer {
  /** The same document for Word. */
  writeDocx(document: AdoptedDocument): Promise<Uint8Array>
}

export interface PrinterPool extends DocumentPrinter {
  /**
   * The printer for an interactive request: at most three PDFs at a time, and none when the queue is full or `gone`
   * aborts.
   */
  forCaller(personId: string, gone: AbortSignal): DocumentPrinter
  close(): void
}

/** The PDF was not created: the template is faulty, or the typesetter crashed, hung, or was closed. */
export class PrintError extends Error {
  override name = 'PrintError'
}

const program = join(import.meta.dirname, import.meta.filename.endsWith('.ts') ? 'process.ts' : 'typesetter.js')
const maxMegabytes = 400
/** One being rendered and two waiting. */
const maxPerPerson = 3

const queueIsFull = () =>
  new DomainError('unavailable', 'We’re creating many PDFs right now. Try again in a moment.', {
    retryAfterSeconds: 10,
  })

const tooManyPdfs = () =>
  new DomainError('too-many', 'Your other PDFs are still being created. Try again when they have opened.', {
    retryAfterSeconds: 5,
  })

const requestCanceled = () =>
  new DomainError('unavailable', 'The PDF was not created, because its request was canceled.')

type PrintArguments = Parameters<Printer['print']>

export function openPrinter(
  log: Pick<Log, 'warn'>,
  folder: string,
  { limitMilliseconds = 20_000, idleMilliseconds = 120_000, maxDocuments = 500, maxQueue = 30 } = {},
): PrinterPool {
  const processes = availableParallelism() >= 4 ? 2 : 1
  const pool = openWorkerPool<typeof Typesetter>(log, { program, processes, idleMilliseconds })
  let count = 0
  const byPerson = new Map<string, number>()

  async function print([template, data, files = {}, fields = []]: PrintArguments, signal?: AbortSignal) {
    const job = { folder, template, data: printable(data), files, fields, limitMilliseconds }
    const printed = await run(template, () => pool.run('print', job, signal), signal)
    if (++count >= maxDocuments || printed.memoryMegabytes > maxMegabytes) {
      count = 0
      pool.recycle()
    }
    if (printed.degraded) log.warn({ template }, 'a PDF has a character that is in none of our fonts')
    return printed
  }

  const writeDocx = (document: AdoptedDocument, signal?: AbortSignal) =>
    run('Word', () => pool.run('writeDocx', { document, limitMilliseconds }, signal), signal)

  async function run<Result>(name: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      if (signal?.aborted === true) throw requestCanceled()
      const why = error instanceof Error ? error.message : 'unknown'
      throw new PrintError(`The PDF "${name}" could not be created: ${why}`, { cause: error })
    }
  }

  async function forPerson<Result>(personId: string, gone: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    if (gone.aborted) throw requestCanceled()
    const count = byPerson.get(personId) ?? 0
    if (count >= maxPerPerson) throw tooManyPdfs()
    if (pool.waiting() >= maxQueue) throw queueIsFull()
    byPerson.set(personId, count + 1)
    try {
      return await work()
    } finally {
      const left = (byPerson.get(personId) ?? 1) - 1
      if (left === 0) byPerson.delete(personId)
      else byPerson.set(personId, left)
    }
  }

  return {
    print: (...given) => print(given),
    writeDocx: (document) => writeDocx(document),
    forCaller: (personId, gone) => ({
      print: (...given) => forPerson(personId, gone, () => print(given, gone)),
      writeDocx: (document) => forPerson(personId, gone, () => writeDocx(document, gone)),
    }),
    close: pool.close,
  }
}
