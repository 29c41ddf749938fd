// Seals and examines files in a separate process, because a file may be crafted to use all memory or time.
import { join } from 'node:path'
import type { Log } from '../kit/log.ts'
import { openWorkerPool, WorkerEnded } from '../kit/worker-pool.ts'
import { Hindered } from './hindered.ts'
import type * as Sealer from './process.ts'

const program = join(import.meta.dirname, import.meta.filename.endsWith('.ts') ? 'process.ts' : 'sealer.js')
/** Including queuing, a slow store, and a busy machine. A task that takes longer may be retried. */
const maxMilliseconds = 120_000

export type SealingProcess = ReturnType<typeof openSealingProcess>

/** Tasks that read a file. */
type FileTask = 'seal' | 'sealStored' | 'verify' | 'activeContent' | 'documentText' | 'readFields'

type Result<Name extends keyof typeof Sealer> = Awaited<ReturnType<(typeof Sealer)[Name]>>

/** Memory and CPU time are enough for the largest accepted file, if it is an ordinary one. */
export function openSealingProcess(
  log: Pick<Log, 'warn'>,
  { limitMilliseconds = 20_000, idleMilliseconds = 60_000, heapMegabytes = 192 } = {},
) {
  const { run, close } = openWorkerPool<typeof Sealer>(log, { program, heapMegabytes, idleMilliseconds })

  /** A file that ends two processes is at fault; a single one may have been killed for another reason. */
  async function onFile<Name extends FileTask>(
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
