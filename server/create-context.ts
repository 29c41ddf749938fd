// Creates the app context: database, files, mailer, seal, and the rest, in the order they need each other.
import type { TaskList } from 'graphile-worker'
import type { Config } from './config.ts'
import type { AppContext } from './app-context.ts'
import { Database, openPool, type DatabaseAddress } from './kit/db.ts'
import { openDataKeys } from './kit/data-keys.ts'
import { filesIn } from './file-storage/files-in.ts'
import { openFirm, reloadOnChange, withFirm } from './firm-settings/firm.ts'
import { openStore } from './file-storage/open-store.ts'
import { startJobs, runDueJobs, type Jobs } from './kit/jobs.ts'
import { openLive } from './kit/live.ts'
import { type Log, openLog } from './kit/log.ts'
import { openMailer } from './emails/mailer.ts'
import { storedFingerprint, openMasterKey, type MasterKey } from './kit/master-key.ts'
import { closeLibrary } from './hr-assistant/library.ts'
import { openPrinter } from './pdf/printer.ts'
import { openCallLimit } from './kit/rate-limit.ts'
import { openRecorder } from './recorder.ts'
import { openScanner } from './file-inspection/scanner.ts'
import { openEmailParser } from './received-emails/parsing-process.ts'
import { openSeal } from './seal/seal.ts'
import { liveSessions } from './sessions/session-store.ts'
import { atStart, schedule, tasks } from './jobs.ts'
import { templates } from './pdf-templates/print.ts'

export interface CreatedContext extends AppContext {
  /** Runs the due jobs once, of one task or of all. */
  runDueJobs(task?: string): Promise<void>
  /** Starts background work: the listener for live notices, and the jobs. */
  startBackground(): Promise<void>
  close(): Promise<void>
}

const poolSize = 10

export async function createContext(
  environment: Config,
  address: DatabaseAddress,
  {
    clock = () => new Date(),
    checkAnswers = false,
    pages,
    log = openLog(environment.logLevel),
  }: { clock?: () => Date; checkAnswers?: boolean; pages?: string; log?: Log } = {},
): Promise<CreatedContext> {
  let isClosing = false
  const pool = openPool(address, poolSize, (error) => {
    // Shutdown cuts connections that are still opening, which is not worth a warning.
    log[isClosing ? 'debug' : 'warn']({ error: error.message }, 'a database connection was lost')
  })
  const firm = openFirm(environment, () => db)
  const config = withFirm(environment, firm)
  const mailer = openMailer(
    config,
    () => dataKeys,
    () => firm.settings(),
  )
  const live = openLive(address, () => db, log, liveSessions)
  reloadOnChange(live, firm)
  const db = new Database(pool, clock, openRecorder(live, mailer))
  const printer = openPrinter(log, templates)
  const masterKey = asked(db, () => openMasterKey(config, db))
  const dataKeys = openDataKeys(db, masterKey)
  const store = await openStore(config)
  const files = filesIn(store, dataKeys)
  const scanner = config.clamdUrl === undefined ? null : openScanner(config.clamdUrl)
  const emailParser = openEmailParser(log)
  const seal = openSeal({ config, db, files, log, masterKey })
  const context: AppContext = {
    config,
    db,
    address,
    files,
    live,
    firm,
    calls: openCallLimit(db, config.callsPerMinute),
    log,
    printer,
    masterKey,
    dataKeys,
    store,
    scanner,
    seal,
    emailParser,
    checkAnswers,
    ...(pages === undefined ? {} : { pages }),
  }
  const list: TaskList = tasks(context, mailer)
  let jobs: Jobs | null = null
  return {
    ...context,
    runDueJobs: (task) => runDueJobs(pool, task === undefined ? list : { [task]: list[task] }, log),
    async startBackground() {
      await live.start()
      jobs = await startJobs(pool, list, schedule, atStart, log)
    },
    async close() {
      isClosing = true
      await jobs?.stop()
      await live.stop()
      mailer.close()
      printer.close()
      seal.close()
      emailParser.close()
      await closeLibrary(db)
      await pool.end()
    },
  }
}

/** Loads the master key on first use, and again if the database now belongs to another key; a failure is retried. */
function asked(db: Database, open: () => Promise<MasterKey>): () => Promise<MasterKey> {
  let opened: Promise<MasterKey> | null = null
  return async () => {
    const before = await opened
    if (before !== null && before.fingerprint !== (await storedFingerprint(db))) opened = null
    return (opened ??= open().catch((error: unknown) => {
      opened = null
      throw error
    }))
  }
}
