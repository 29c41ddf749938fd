import type { ImportCounts, ImportRowStatus, ImportStatus } from '../../domain/import.ts'
import type { Tone } from '../kit/StatusBadge.tsx'

export const statusWords: Record<ImportStatus, { words: string; tone: Tone }> = {
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
export function countsInWords({ status, counts }: { status: ImportStatus; counts: ImportCounts }): string {
  const number = (count: number) => count.toLocaleString('en-US')
  return [
    status === 'draft'
      ? `${number(counts.pending)} ready to import`
      : `${number(counts.done)} of ${number(counts.done + counts.pending)} imported`,
    ...(counts.skipped > 0 ? [`${number(counts.skipped)} already ${counts.skipped === 1 ? 'exists' : 'exist'}`] : []),
    ...(counts.failed > 0 ? [`${number(counts.failed)} with ${counts.failed === 1 ? 'a problem' : 'problems'}`] : []),
  ].join(', ')
}
