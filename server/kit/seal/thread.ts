// One thread for seals, started when it is first needed and ended when nobody needed it for a while. One task at a time: one that
// takes too long ends the thread, and the next task gets a new one.
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { StartError } from '../start-error.ts'
import { Hindered } from './hindered.ts'
import type { Answered, TaskName, Tasks } from './tasks.ts'

export interface Thread {
  ask<Name extends TaskName>(name: Name, asks: Tasks[Name]['asks']): Promise<Tasks[Name]['answers']>
  close(): Promise<void>
}

const patienceMilliseconds = 20_000
const idleMilliseconds = 60_000
/** Enough for a file of 25 MB several times over; more is a file that wants to fill the machine. */
const heapMegabytes = 256

const isSource = import.meta.filename.endsWith('.ts')
const program = join(import.meta.dirname, isSource ? 'worker.ts' : 'seal-worker.js')

export function openThread(): Thread {
  let worker: Worker | null = null
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()

  function startWorker(): Worker {
    const started = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: heapMegabytes }, env: {} })
    // Without a task it keeps no process alive.
    started.unref()
    started.on('error', () => {})
    started.on('exit', () => {
      if (worker === started) worker = null
    })
    return started
  }

  async function end() {
    const ending = worker
    worker = null
    await ending?.terminate()
  }

  async function run<Name extends TaskName>(name: Name, asks: Tasks[Name]['asks']): Promise<Tasks[Name]['answers']> {
    clearTimeout(idle)
    worker ??= startWorker()
    const answered = await exchange(worker, { name, asks }).catch(async (error: unknown) => {
      await end()
      throw error
    })
    idle = setTimeout(() => void end(), idleMilliseconds).unref()
    return read(answered) as Tasks[Name]['answers']
  }

  return {
    ask(name, asks) {
      const answer = last.then(() => run(name, asks))
      last = answer.catch(() => {})
      return answer
    },
    async close() {
      clearTimeout(idle)
      await end()
    },
  }
}

async function exchange(worker: Worker, message: object): Promise<Answered> {
  const { promise, resolve, reject } = Promise.withResolvers<Answered>()
  const onExit = () => reject(new Error('The sealing thread ended'))
  const timer = setTimeout(() => reject(new Error('The sealing thread took too long')), patienceMilliseconds)
  worker.ref()
  worker.once('message', resolve).once('error', reject).once('exit', onExit)
  worker.postMessage(message)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    worker.off('message', resolve).off('error', reject).off('exit', onExit)
    worker.unref()
  }
}

function read(answered: Answered): unknown {
  if ('answers' in answered) return answered.answers
  if ('hindrance' in answered) throw new Hindered(answered.hindrance)
  if ('sentence' in answered) throw new StartError(answered.sentence)
  throw new Error(`The sealing thread failed: ${answered.failure}`)
}
