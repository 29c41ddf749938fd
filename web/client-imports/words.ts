import type { ClientImport, ImportRowStatus } from '../../domain/client-import.ts'
import type { Tone } from '../kit/StatusBadge.tsx'

export const statusWords: Record<ClientImport['status'], { words: string; tone: Tone }> = {
  draft: { words: 'Not imported yet', tone: 'neutral' },
  running: { words: 'In progress', tone: 'info' },
  stopped: { words: 'Stopped', tone: 'warn' },
  finished: { words: 'Finished', tone: 'ok' },
}

export const rowStatusWords = (status: ImportRowStatus, isDraft: boolean): { words: string; tone: Tone } =>
  ({
    pending: { words: isDraft ? 'Ready' : 'Pending', tone: 'neutral' as const },
    done: { words: 'Imported', tone: 'ok' as const },
    skipped: { words: 'Already exists', tone: 'info' as const },
    failed: { words: 'Problem', tone: 'danger' as const },
  })[status]

/** "4,700 ready to import, 12 already exist, 288 with problems" */
export function countsInWords({ status, counts }: Pick<ClientImport, 'status' | 'counts'>): string {
  const number = (count: number) => count.toLocaleString('en-US')
  return [
    status === 'draft'
      ? `${number(counts.pending)} ready to import`
      : `${number(counts.done)} of ${number(counts.done + counts.pending)} imported`,
    ...(counts.skipped > 0 ? [`${number(counts.skipped)} already ${counts.skipped === 1 ? 'exists' : 'exist'}`] : []),
    ...(counts.failed > 0 ? [`${number(counts.failed)} with problems`] : []),
  ].join(', ')
}

/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  upload: 'Upload a list of clients. You can review it before anything is created.',
  limits: (megabytes: number, rows: string) =>
    `CSV (UTF-8), separated by commas or semicolons. Up to ${megabytes} MB and ${rows} rows.`,
  headings: (fields: string) =>
    `The first row must contain headings. Recognized fields: ${fields}. Write other contacts as “Jo Park <jo@example.com>; lee@example.com”.`,
  draft: (counts: string) => `${counts}. Nothing has been created yet.`,
  columns: (found: number, all: number, isOpen: boolean) =>
    `${found} of ${all} fields are in the file.${isOpen ? ' Choose the column for each field, then check the rows again.' : ''}`,
  leftOut: (rows: number) =>
    `${rows.toLocaleString('en-US')} ${rows === 1 ? 'row with a problem is' : 'rows with problems are'} left out. You can correct them and upload them later.`,
  start: 'Each client gets a folder. You can follow the progress and stop it.',
  invites:
    'Clients and contacts get an email with a link to set up their account. You can also invite them later, on the Users page.',
}
