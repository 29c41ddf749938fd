// What an instance is made of; server/parts.ts puts it together.
import type { Config } from './config.ts'
import type { DataKeys } from './kit/data-keys.ts'
import type { Database, DatabaseAddress } from './kit/db.ts'
import type { Store } from './file-storage/file-store.ts'
import type { Files } from './file-storage/files.ts'
import type { Live } from './kit/live.ts'
import type { Log } from './kit/log.ts'
import type { MasterKey } from './kit/master-key.ts'
import type { PrinterPool } from './pdf/printer.ts'
import type { CallLimit } from './kit/rate-limit.ts'
import type { Scanner } from './file-inspection/scanner.ts'
import type { Seal } from './seal/seal.ts'

export interface Parts {
  config: Config
  db: Database
  /** Where the database is, for threads that have connections of their own. */
  address: DatabaseAddress
  files: Files
  /** Where the files lie, as they lie there; for moving and encrypting them, and for nothing else. */
  store: Store
  /** Null where none is configured. */
  scanner: Scanner | null
  live: Live
  calls: CallLimit
  log: Log
  /** Makes PDFs of what `server/papers/` says. */
  printer: PrinterPool
  /** Encrypts what must not be read from the database or the files alone; opened when it is first asked for. */
  masterKey: () => Promise<MasterKey>
  /** What files and form fields are encrypted with. */
  dataKeys: DataKeys
  /** Seals PDFs, and says whether a file is one of those. */
  seal: Seal
  /** The folder of the built pages; tests of the API go without. */
  pages?: string
  /** Tests hold each answer against its schema; the running portal leaves that to them. */
  checkAnswers?: boolean
}
