// One process for seals, started when it is first needed and ended when nobody needed it for a while. A file that keeps it busy for
// too long or wants more memory than there is ends it, and the next file gets a new one. A thread would not do: out of memory it
// takes the portal with it (docs/decisions/0052).
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { StartError } from '../start-error.ts'
import { pipeDescriptor, take } from './bytes-between.ts'
import { Hindered } from './hindered.ts'
import type { Answered, Asked, TaskName, Tasks } from './tasks.ts'

export interface SealingProcess {
  /** @param file what the task is about; the answer's `bytes` are what it made of it, if anything */
  ask<Name extends TaskName>(name: Name, file: Uint8Array, asks: Tasks[Name]['asks']): Promise<Answer<Name>>
  close(): void
}

type Answer<Name extends TaskName> = Tasks[Name]['answers'] & { bytes: Buffer }

const program = import.meta.filename.endsWith('.ts') ? 'process.ts' : 'sealer.js'

/** The memory is enough for the largest file that is taken, and the time for many, if they are of a usual make. */
export function openSealingProcess({
  limitMilliseconds = 20_000,
  // One that took less of the processor than this waited for a busy machine: its file is not at fault, and is tried again.
  workMilliseconds = 2000,
  idleMilliseconds = 60_000,
  heapMegabytes = 192,
} = {}): SealingProcess {
  let child: ChildProcess | null = null
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()
  let isClosed = false

  function start(): ChildProcess {
    // Nothing of the portal's settings: what it needs comes with each task.
    const started = fork(join(import.meta.dirname, program), {
      env: {},
      execArgv: [`--max-old-space-size=${heapMegabytes}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc', 'pipe'],
    })
    // A fault is noticed where it is waited for; one between two tasks, by the next, which gets a new process.
    started.on('error', () => {})
    pipeOf(started).on('error', () => {})
    started.on('exit', () => {
      if (child === started) child = null
    })
    return started
  }

  /** Neither an idle process nor the wait for its end keeps the portal alive. */
  function rest() {
    if (child !== null) holdUp(child, false)
    idle = setTimeout(end, idleMilliseconds).unref()
  }

  function end() {
    clearTimeout(idle)
    child?.kill('SIGKILL')
    child = null
  }

  async function run(asked: Asked, file: Uint8Array): Promise<object> {
    clearTimeout(idle)
    if (isClosed) throw new Error('The sealing process is closed')
    child ??= start()
    try {
      const answer = await exchange(child, asked, file, { limitMilliseconds, workMilliseconds })
      rest()
      return answer
    } catch (error) {
      if (error instanceof Lost) end()
      else rest()
      throw error instanceof Lost &&
        error.isFilesFault &&
        (asked.name.startsWith('seal') || asked.name === 'active-content')
        ? new Hindered('damaged')
        : error
    }
  }

  return {
    ask(name, file, asks) {
      const answer = last.then(() => run({ name, asks, length: file.length } as Asked, file))
      // Whoever asked is told; the next one's turn comes all the same.
      last = answer.catch(() => {})
      return answer as Promise<never>
    },
    close() {
      isClosed = true
      end()
    },
  }
}

/** The process is of no use any more. */
class Lost extends Error {
  /** The file wanted more memory or time than any file of a usual make. */
  readonly isFilesFault: boolean
  constructor(message: string, isFilesFault = false) {
    super(message)
    this.isFilesFault = isFilesFault
  }
}

/** So many times the limit. */
const turnsForStore = 6

const pipeOf = (child: ChildProcess) => child.stdio[pipeDescriptor] as Socket

/** Whether the portal stays alive for it. */
function holdUp(child: ChildProcess, does: boolean) {
  for (const each of [child, child.channel, pipeOf(child)])
    if (does) each?.ref()
    else each?.unref()
}

interface Patience {
  limitMilliseconds: number
  workMilliseconds: number
}

async function exchange(child: ChildProcess, asked: Asked, file: Uint8Array, patience: Patience) {
  const { promise: lost, reject } = Promise.withResolvers<never>()
  const before = cpuMilliseconds(child)
  // Of a kept file the store may be slow, which is no work of the process.
  let turns = asked.name === 'seal-kept' || asked.name === 'active-content' ? turnsForStore : 1
  const timer = setInterval(() => {
    const after = cpuMilliseconds(child)
    const isFilesFault = after === Infinity || after - before >= patience.workMilliseconds
    if (--turns === 0 || isFilesFault) reject(new Lost('The sealing process took too long', isFilesFault))
  }, patience.limitMilliseconds)
  // Node ends itself so when its memory is full.
  const onExit = (code: number | null, signal: string | null) =>
    reject(new Lost(`The sealing process ended with ${signal ?? code}`, signal === 'SIGABRT' || code === 134))
  const onError = (error: Error) => reject(new Lost(error.message))
  child.once('error', onError).once('exit', onExit)
  holdUp(child, true)
  try {
    return await Promise.race([converse(child, asked, file), lost])
  } finally {
    clearInterval(timer)
    child.off('error', onError).off('exit', onExit)
  }
}

async function converse(child: ChildProcess, asked: Asked, file: Uint8Array): Promise<object> {
  const pipe = pipeOf(child)
  const answer = once(child, 'message') as Promise<[Answered]>
  // Lost together with the process, which is heard of elsewhere.
  child.send(asked, () => {})
  pipe.write(file)
  const [answered] = await answer
  if ('hindrance' in answered) throw new Hindered(answered.hindrance)
  if ('sentence' in answered) throw new StartError(answered.sentence)
  if ('failure' in answered) throw new Error(`The sealing process failed: ${answered.failure}`)
  return { ...(answered.answers as object), bytes: await take(pipe, answered.length) }
}

const ticksPerSecond = 100

/** What the process has used of the processors so far; Infinity where the system does not tell. */
function cpuMilliseconds({ pid }: ChildProcess): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // User and system time are the 14th and 15th field; the second one, a name in brackets, may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond
  } catch {
    return Infinity
  }
}
