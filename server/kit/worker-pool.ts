// Slow or risky work runs in child processes (tinypool), so that it blocks no request and its crash affects nothing
// else. Processes start with the first task, end when idle, and are replaced when one ends. A thread that runs out of
// memory could end the portal (docs/decisions/0052-pdf-seal.md).
import { Tinypool } from 'tinypool'
import type { Log } from './log.ts'

/** The process ended before it replied: it crashed, ran out of memory, or exceeded its CPU time. */
export class WorkerEnded extends Error {
  override name = 'WorkerEnded'
}

/**
 * The exports of a worker program: functions of one argument. Arguments and results are plain data, because they pass
 * between processes.
 */
type Functions = Record<string, (task: never) => unknown>

export interface WorkerPool<Program extends Functions> {
  /**
   * @param signal drops the task and ends its process when it aborts
   * @throws WorkerEnded; or what the function threw, as a plain `Error` with its message and properties
   */
  run: <Name extends keyof Program & string>(
    name: Name,
    task: Parameters<Program[Name]>[0],
    signal?: AbortSignal,
  ) => Promise<Awaited<ReturnType<Program[Name]>>>
  /** Number of queued tasks. */
  waiting: () => number
  /** Replaces the processes, each after its current task. */
  recycle: () => void
  close: () => void
}

interface Settings {
  /** Path of the worker program. */
  program: string
  processes?: number
  heapMegabytes?: number
  idleMilliseconds?: number
}

/** Only what TLS and the clock need: a worker gets no passwords. */
const inheritedVariables = ['NODE_EXTRA_CA_CERTS', 'TZ']

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
      env: Object.fromEntries(
        inheritedVariables.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
      ),
      execArgv: heapMegabytes === undefined ? [] : [`--max-old-space-size=${heapMegabytes}`],
      // Without a minimum, tinypool starts no process for tasks queued behind an aborted one.
      minThreads: 1,
      maxThreads: processes,
    })
    // For a process that ended between two tasks; tinypool starts the next one.
    started.on('error', warn)
    return started
  }

  /** Ends the processes and rejects their tasks. */
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
        // Errors of the program arrive as plain data; an `Error` is from tinypool itself.
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
