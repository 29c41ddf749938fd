// The parts that an instance is made of, and how they are put together. No business here.
import type { TaskList } from 'graphile-worker'
import type { Config } from './config.ts'
import type { Parts } from './app-context.ts'
import { Database, openPool, type DatabaseAddress } from './kit/db.ts'
import { openDataKeys } from './kit/data-keys.ts'
import { filesIn } from './file-storage/files-in.ts'
import { openStore } from './file-storage/open-store.ts'
import { startJobs, workOff, type Jobs } from './kit/jobs.ts'
import { openLive } from './kit/live.ts'
import { type Log, openLog } from './kit/log.ts'
import { openPost } from './emails/mailer.ts'
import { boundFingerprint, openMasterKey, type MasterKey } from './kit/master-key.ts'
import { closeLibrary } from './hr-assistant/library.ts'
import { openPrinter } from './pdf/printer.ts'
import { openCallLimit } from './kit/rate-limit.ts'
import { openRecorder } from './recorder.ts'
import { openScanner } from './file-inspection/scanner.ts'
import { openSeal } from './seal/seal.ts'
import { liveSessions } from './sessions/session-store.ts'
import { atStart, schedule, tasks } from './jobs.ts'
import { templates } from './papers/print.ts'

export interface Built extends Parts {
  workOff(): Promise<void>
  /** Starts what runs beside the answers: the listener for live notices, and the jobs. */
  startBackground(): Promise<void>
  close(): Promise<void>
}

const poolSize = 10

export async function buildParts(
  config: Config,
  address: DatabaseAddress,
  {
    clock = () => new Date(),
    checkAnswers = false,
    pages,
    log = openLog(config.logLevel),
  }: { clock?: () => Date; checkAnswers?: boolean; pages?: string; log?: Log } = {},
): Promise<Built> {
  let isClosing = false
  const pool = openPool(address, poolSize, (error) => {
    // A stop cuts the connections that still open: nothing to warn of.
    log[isClosing ? 'debug' : 'warn']({ error: error.message }, 'a database connection was lost')
  })
  const post = openPost(config, () => dataKeys)
  const live = openLive(address, () => db, log, liveSessions)
  const db = new Database(pool, clock, openRecorder(live, post))
  const printer = openPrinter(log, templates)
  const masterKey = asked(db, () => openMasterKey(config, db))
  const dataKeys = openDataKeys(db, masterKey)
  const store = await openStore(config)
  const files = filesIn(store, dataKeys)
  const scanner = config.clamdUrl === undefined ? null : openScanner(config.clamdUrl)
  const seal = openSeal({ config, db, files, log, masterKey })
  const parts: Parts = {
    config,
    db,
    address,
    files,
    live,
    calls: openCallLimit(db, config.callsPerMinute),
    log,
    printer,
    masterKey,
    dataKeys,
    store,
    scanner,
    seal,
    checkAnswers,
    ...(pages === undefined ? {} : { pages }),
  }
  const list: TaskList = tasks(parts, post)
  let jobs: Jobs | null = null
  return {
    ...parts,
    workOff: () => workOff(pool, list, log),
    async startBackground() {
      await live.start()
      jobs = await startJobs(pool, list, schedule, atStart, log)
    },
    async close() {
      isClosing = true
      await jobs?.stop()
      await live.stop()
      post.close()
      printer.close()
      seal.close()
      await closeLibrary(db)
      await pool.end()
    },
  }
}

/** Opened when it is first asked for, and anew when the database belongs to another one since; what failed is tried again. */
function asked(db: Database, open: () => Promise<MasterKey>): () => Promise<MasterKey> {
  let opened: Promise<MasterKey> | null = null
  return async () => {
    const before = await opened
    if (before !== null && before.fingerprint !== (await boundFingerprint(db))) opened = null
    return (opened ??= open().catch((error: unknown) => {
      opened = null
      throw error
    }))
  }
}
