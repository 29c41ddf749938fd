// The printer: papers are set in a process of their own, so that no request waits for another's paper, and a typesetter that
// hangs, crashes or grows takes one paper with it at most. Started when there is something to print; gone when idle.
import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { Log } from '../log.ts'
import type { Done, Fillable, Job } from './job.ts'
import { printable } from './printable.ts'

export interface Printed {
  bytes: Uint8Array
  /** A letter in it has no shape in any font: the PDF is tagged, but may not call itself PDF/UA. */
  degraded: boolean
  /** Of the typesetter, for this paper. */
  cpuMilliseconds: number
  /** What the typesetter holds after it. */
  memoryMegabytes: number
}

export interface Printer {
  /**
   * @param template the name of a file in the folder of the templates, without its ending
   * @param data what the template reads as `data.json`
   * @param files more files that it may read, by name
   * @param fields what its links to `field:NAME` become, on a form to be filled in
   */
  print(template: string, data: unknown, files?: Record<string, Uint8Array>, fields?: Fillable[]): Promise<Printed>
  close(): void
}

/** The paper was not made: the template is at fault, or the typesetter crashed, hung, or was closed. */
export class PrintError extends Error {
  override name = 'PrintError'
}

const program = import.meta.filename.endsWith('.ts') ? 'process.ts' : 'typesetter.js'
const mostMegabytes = 400

interface Waiting {
  job: Job
  sentTwice?: boolean
  resolve: (printed: Printed) => void
  reject: (error: Error) => void
}

export function openPrinter(
  log: Pick<Log, 'warn'>,
  folder: string,
  { limitMilliseconds = 20_000, idleMilliseconds = 120_000, mostPapers = 500 } = {},
): Printer {
  const queue: Waiting[] = []
  let current: Waiting | null = null
  let child: ChildProcess | null = null
  let papers = 0
  let count = 0
  let closed = false
  let limit: NodeJS.Timeout | undefined
  let idle: NodeJS.Timeout | undefined

  function start(): ChildProcess {
    // Nothing of the portal's settings: a typesetter needs no passwords.
    const started = fork(join(import.meta.dirname, program), {
      env: {},
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    papers = 0
    started.on('message', (done: Done) => settle(started, done))
    started.on('error', (error) => lose(started, error.message))
    started.on('exit', (code, signal) => lose(started, `it ended with ${signal ?? code}`))
    return started
  }

  function next() {
    clearTimeout(idle)
    if (current !== null || closed) return
    current = queue.shift() ?? null
    if (current === null) {
      // Neither the idle typesetter nor the wait for its end keeps the portal alive.
      child?.unref()
      child?.channel?.unref()
      idle = setTimeout(dismiss, idleMilliseconds).unref()
      return
    }
    child ??= start()
    child.ref()
    child.channel?.ref()
    const { template } = current.job
    limit = setTimeout(() => {
      const hung = child
      if (hung === null) return
      lose(hung, `"${template}" took longer than ${limitMilliseconds / 1000} s`)
      hung.kill('SIGKILL')
    }, limitMilliseconds)
    const [to, sent] = [child, current]
    to.send(sent.job, (error) => error !== null && sendAnew(to, sent))
  }

  /** The typesetter had ended while idle, and nobody knew yet: nothing is wrong with this paper. */
  function sendAnew(to: ChildProcess, sent: Waiting) {
    if (to !== child || sent !== current || sent.sentTwice === true) return
    child = null
    queue.unshift({ ...end(), sentTwice: true })
    next()
  }

  function settle(from: ChildProcess, done: Done) {
    if (from !== child || current?.job.id !== done.id) return
    const { job, resolve, reject } = end()
    papers++
    if (papers >= mostPapers || done.memoryMegabytes > mostMegabytes) dismiss()
    if ('fault' in done) reject(new PrintError(`The paper "${job.template}" could not be printed: ${done.fault}`))
    else {
      if (done.degraded) log.warn({ template: job.template }, 'a paper has a letter that is in none of our fonts')
      resolve(done)
    }
    next()
  }

  function lose(from: ChildProcess, why: string) {
    if (from !== child) return
    child = null
    if (current !== null) end().reject(new PrintError(`The paper could not be printed: the typesetter failed, ${why}.`))
    next()
  }

  function end(): Waiting {
    clearTimeout(limit)
    const ended = current as Waiting
    current = null
    return ended
  }

  function dismiss() {
    child?.disconnect()
    child = null
  }

  return {
    print(template, data, files = {}, fields = []) {
      if (closed) return Promise.reject(new PrintError('The printer is closed.'))
      const job: Job = { id: ++count, folder, template, data: printable(data), files, fields }
      return new Promise((resolve, reject) => {
        queue.push({ job, resolve, reject })
        next()
      })
    },
    close() {
      closed = true
      clearTimeout(idle)
      child?.kill('SIGKILL')
      child = null
      if (current !== null) queue.unshift(end())
      for (const { reject } of queue.splice(0)) reject(new PrintError('The printer was closed.'))
    },
  }
}
