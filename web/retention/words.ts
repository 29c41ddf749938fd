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
