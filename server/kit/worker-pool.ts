// Slow or risky work runs in child processes (tinypool), so that it holds up no request and takes nothing along when it crashes. They
// start with the first task, end when idle, and are replaced when one ends. A thread would not do: out of memory, it may take the
// whole portal with it (docs/decisions/0052-pdf-seal.md).
import { Tinypool } from 'tinypool'
import type { Log } from './log.ts'

/** The process ended before it answered: it crashed, ran out of memory, or reached its limit of processor time. */
export class WorkerEnded extends Error {
  override name = 'WorkerEnded'
}

/** What a program exports: functions of one argument. Arguments and results pass between processes, so they are plain data. */
type Functions = Record<string, (task: never) => unknown>

export interface WorkerPool<Program extends Functions> {
  /**
   * @param signal when it aborts, the task is dropped and the process that works on it ends
   * @throws WorkerEnded; or what the function threw, as a plain `Error` with its message and properties
   */
  run: <Name extends keyof Program & string>(
    name: Name,
    task: Parameters<Program[Name]>[0],
    signal?: AbortSignal,
  ) => Promise<Awaited<ReturnType<Program[Name]>>>
  /** How many tasks wait for a process. */
  waiting: () => number
  /** Replaces the processes, each once its task is done. */
  recycle: () => void
  close: () => void
}

interface Settings {
  /** Path of the program. */
  program: string
  processes?: number
  heapMegabytes?: number
  idleMilliseconds?: number
}

/** Nothing of the portal's settings but what TLS and the clock need: a worker needs no passwords. */
const passedOn = ['NODE_EXTRA_CA_CERTS', 'TZ']

export function openWorkerPool<Program extends Functions>(
  log: Pick<Log, 'warn'>,
  { program, processes = 1, heapMegabytes, idleMilliseconds = 60_000 }: Settings,
): WorkerPool<Program> {
  let pool: Tinypool | null = null
  let running = 0
  const closed = new AbortController()
  let idle: NodeJS.Timeout | undefined
  const warn = (error: unknown) => log.warn({ error: String(error) }, 'a worker process ended with an error')

  function start(): Tinypool {
    const started = new Tinypool({
      filename: program,
      runtime: 'child_process',
      serialization: 'advanced',
      env: Object.fromEntries(passedOn.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
      execArgv: heapMegabytes === undefined ? [] : [`--max-old-space-size=${heapMegabytes}`],
      // Without a minimum, tinypool starts no process for what waits behind an aborted task.
      minThreads: 1,
      maxThreads: processes,
    })
    // One that ended between two tasks; tinypool starts the next one.
    started.on('error', warn)
    return started
  }

  /** Ends the processes. What they were at is rejected. */
  function end() {
    pool?.destroy().catch(warn)
    pool = null
  }

  return {
    async run(name, task, signal) {
      closed.signal.throwIfAborted()
      clearTimeout(idle)
      const current = (pool ??= start())
      running++
      try {
        return (await current.run(task, { name, ...(signal && { signal }) })) as never
      } catch (error) {
        if (closed.signal.aborted || signal?.aborted === true) throw error
        // What the program threw arrives as plain data; an `Error` is tinypool's own.
        throw error instanceof Error
          ? new WorkerEnded(error.message, { cause: error })
          : Object.assign(new Error('The task failed.'), error)
      } finally {
        running--
        if (running === 0) idle = setTimeout(end, idleMilliseconds).unref()
      }
    },
    waiting: () => pool?.queueSize ?? 0,
    recycle: () => void pool?.recycleWorkers().catch(warn),
    close() {
      closed.abort(new Error('The worker pool is closed.'))
      end()
    },
  }
}
