// Virus scanning of documents, if a scanner is configured: before they are registered, or by a job later while the
// scanner is unavailable.
import { z } from 'zod'
import { DocumentVisibility, type Scan } from '../../domain/document.ts'
import type { Database } from '../kit/db.ts'
import type { AppContext } from '../app-context.ts'
import { queueJobFor } from './document-texts.ts'
import { documentChange } from './queries.ts'
import { typed } from '../kit/row-types.ts'

export interface Scanned {
  scan: Scan
  finding: string | null
}

type ScanParts = Pick<AppContext, 'files' | 'scanner' | 'log'>

/** Never fails an upload: on any error the file waits for the job. */
export async function scanFile({ files, scanner, log }: ScanParts, storageKey: string): Promise<Scanned> {
  if (scanner === null) return { scan: 'not-scanned', finding: null }
  try {
    const { stream } = await files.read(storageKey)
    const verdict = await scanner.scan(stream)
    return verdict.infected ? { scan: 'infected', finding: verdict.finding } : { scan: 'clean', finding: null }
  } catch (error) {
    log.warn({ error: error instanceof Error ? error.message : '' }, 'a file could not be scanned')
    return { scan: 'waiting', finding: null }
  }
}

const batchSize = 50

const UnscannedRow = z.object({ id: z.string(), storageKey: z.string(), clientFolderId: z.string() })
const ScannedRow = z.object({ visibility: DocumentVisibility })

/** Scans waiting files, oldest first. Stops at the first failure, since the scanner is unavailable then. */
export async function scanPending(db: Database, context: ScanParts): Promise<void> {
  const waiting = await db.rows(typed(UnscannedRow)`
    select id, storage_key as "storageKey", client_folder_id as "clientFolderId" from documents
    where scan = 'waiting' order by id limit ${batchSize}`)
  for (const { id, storageKey, clientFolderId } of waiting) {
    const { scan, finding } = await scanFile(context, storageKey)
    if (scan === 'waiting') return
    await db.transaction({ actorId: null, address: 'job', requestId: 'scan-waiting' }, async (tx) => {
      const changed = await tx.maybe(typed(ScannedRow)`
        update documents set scan = ${scan}, scan_finding = ${finding}, version = version + 1
        where id = ${id} and scan = 'waiting' returning visibility`)
      if (changed === null) return
      if (scan === 'clean') await queueJobFor(tx, id)
      tx.record(
        { action: 'document.scanned', id, clientFolderId, details: { scan, finding } },
        documentChange({ id, ...changed }, clientFolderId),
      )
    })
  }
}
