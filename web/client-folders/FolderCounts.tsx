// The counts on a folder's tabs and on the parts of a tab.
import type { FolderCounts } from '../../domain/folder-figures.ts'

type Counts = FolderCounts | undefined

const countIn = (counts: Counts, part: string): number | undefined =>
  counts !== undefined && part in counts ? (counts[part as keyof FolderCounts] ?? undefined) : undefined

const agreements = ['proposals', 'contracts', 'invoices']

/** Of the tab's first part; proposals, contracts, and invoices are counted together. */
export function countOfTab(counts: Counts, parts: readonly string[]): number | undefined {
  const counted = parts.filter((part, index) => index === 0 || agreements.includes(part))
  const found = counted.map((part) => countIn(counts, part))
  return found.every((count) => count === undefined) ? undefined : found.reduce<number>((sum, n = 0) => sum + n, 0)
}

export function Count({ of, part }: { of: Counts; part: string }) {
  const count = countIn(of, part)
  return count === undefined ? null : (
    <span className="tabular ml-1.5 font-normal text-ink-3">{count.toLocaleString('en-US')}</span>
  )
}
