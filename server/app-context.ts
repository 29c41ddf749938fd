// The services of a running instance; server/create-context.ts creates them.
import type { Config } from './config.ts'
import type { DataKeys } from './kit/data-keys.ts'
import type { Database, DatabaseAddress } from './kit/db.ts'
import type { Firm } from './firm-settings/firm.ts'
import type { Store } from './file-storage/file-store.ts'
import type { Files } from './file-storage/files.ts'
import type { Live } from './kit/live.ts'
import type { Log } from './kit/log.ts'
import type { MasterKey } from './kit/master-key.ts'
import type { PrinterPool } from './pdf/printer.ts'
import type { CallLimit } from './kit/rate-limit.ts'
import type { Scanner } from './file-inspection/scanner.ts'
import type { Seal } from './seal/seal.ts'
import type { EmailParser } from './received-emails/parsing-process.ts'

export interface AppContext {
  config: Config
  db: Database
  /** For worker threads, which open their own connections. */
  address: DatabaseAddress
  files: Files
  /** Raw stored bytes, possibly encrypted; only for moving and encrypting files. */
  store: Store
  /** Null when no virus scanner is configured. */
  scanner: Scanner | null
  live: Live
  /** The firm settings, as this instance knows them. */
  firm: Firm
  calls: CallLimit
  log: Log
  /** Renders the templates in `server/pdf-templates/` to PDF. */
  printer: PrinterPool
  /** Protects the data keys and secrets. Loaded on first use. */
  masterKey: () => Promise<MasterKey>
  /** Encrypt files and form fields. */
  dataKeys: DataKeys
  /** Seals PDFs and recognizes files sealed by this portal. */
  seal: Seal
  emailParser: EmailParser
  /** Folder of the built pages; API tests run without it. */
  pages?: string
  /** Tests validate each reply against its schema; production skips the check. */
  checkAnswers?: boolean
}
