// Parses emails in a separate process, which starts with the first email and ends when idle.
import { join } from 'node:path'
import type { Log } from '../kit/log.ts'
import { openWorkerPool, type WorkerPool } from '../kit/worker-pool.ts'
import type * as Parser from './process.ts'

const program = join(import.meta.dirname, import.meta.filename.endsWith('.ts') ? 'process.ts' : 'email-parser.js')

export type EmailParser = WorkerPool<typeof Parser>

export const openEmailParser = (log: Pick<Log, 'warn'>): EmailParser =>
  openWorkerPool<typeof Parser>(log, { program, heapMegabytes: 256 })
