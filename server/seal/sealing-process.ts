// Seals and examines files in a process of its own: a file may be made to take all memory or all time to read.
import { join } from 'node:path'
import type { Log } from '../kit/log.ts'
import { openWorkerPool, WorkerEnded } from '../kit/worker-pool.ts'
import { Hindered } from './hindered.ts'
import type * as Sealer from './process.ts'

const program = join(import.meta.dirname, import.meta.filename.endsWith('.ts') ? 'process.ts' : 'sealer.js')
/** Waiting, a slow store, and a busy machine included. What takes longer may be tried again. */
const maxMilliseconds = 120_000

export type SealingProcess = ReturnType<typeof openSealingProcess>

type Result<Name extends keyof typeof Sealer> = Awaited<ReturnType<(typeof Sealer)[Name]>>

/** The memory and the processor time are enough for the largest file that is taken, if it is of a usual make. */
export function openSealingProcess(
  log: Pick<Log, 'warn'>,
  { limitMilliseconds = 20_000, idleMilliseconds = 60_000, heapMegabytes = 192 } = {},
) {
  const { run, close } = openWorkerPool<typeof Sealer>(log, { program, heapMegabytes, idleMilliseconds })

  /** A file that ends two processes is at fault; one may have been killed for another reason. */
  async function onFile<Name extends 'seal' | 'sealKept' | 'activeContent'>(
    name: Name,
    task: Omit<Parameters<(typeof Sealer)[Name]>[0], 'limitMilliseconds'>,
  ): Promise<Exclude<Result<Name>, { hindrance: unknown }>> {
    const once = () => run(name, { ...task, limitMilliseconds } as never, AbortSignal.timeout(maxMilliseconds))
    const again = (error: unknown) => {
      if (error instanceof WorkerEnded) return once()
      throw error
    }
    const result = await once()
      .catch(again)
      .catch((error: unknown) => {
        throw error instanceof WorkerEnded ? new Hindered('damaged') : error
      })
    if ('hindrance' in result) throw new Hindered(result.hindrance)
    return result as never
  }

  return { run, onFile, close }
}
