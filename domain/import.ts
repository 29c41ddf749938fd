// What imports from a file have in common (client-import.ts, document-import.ts): an administrator uploads a file, every row
// is checked before anything is created, and a job imports the rows.
import { z } from 'zod'

export const maxImportColumns = 100
/** Drafts that were not started, and what the file said about rows that were not imported, are deleted after this time. */
export const importDraftDays = 30

export const ImportStatus = z.enum(['draft', 'running', 'stopped', 'finished'])
export type ImportStatus = z.infer<typeof ImportStatus>

/** `pending`: can be imported. `skipped`: already exists. `failed`: has problems. */
export const ImportRowStatus = z.enum(['pending', 'done', 'skipped', 'failed'])
export type ImportRowStatus = z.infer<typeof ImportRowStatus>

export const ImportCounts = z.object({ pending: z.int(), done: z.int(), skipped: z.int(), failed: z.int() })
export type ImportCounts = z.infer<typeof ImportCounts>
