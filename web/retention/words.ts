import type { RetentionDue } from '../../domain/retention.ts'

/** 18 → "18 months", 24 → "2 years". */
export function timeWords(months: number | null): string {
  if (months === null) return 'Retained until deleted'
  if (months % 12 !== 0) return months === 1 ? '1 month' : `${months} months`
  return months === 12 ? '1 year' : `${months / 12} years`
}

export function dueWords({ count, held }: Pick<RetentionDue, 'count' | 'held'>): string {
  const due = count === 0 ? 'nothing is due' : `${count.toLocaleString('en-US')} due tonight`
  return held === 0 ? due : `${due}, ${held.toLocaleString('en-US')} on hold`
}

/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  deleting: 'Deleting the client’s data. This continues even if the portal restarts.',
  review: 'Review what will be deleted. Nothing has been deleted yet. You can’t undo the deletion.',
  noLegalPeriod: 'The laws in the library don’t set a period for these. It’s your firm’s policy.',
  schedule:
    'Nothing is deleted automatically until you set a retention period. Records past their period are deleted every night, except those on legal hold.',
}
