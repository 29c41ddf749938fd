// The counts on a folder's tabs and on the parts of a tab.
import type { FolderCounts } from '../../domain/folder-figures.ts'
import type { Side } from './side.ts'

type Counts = FolderCounts | undefined

const countIn = (counts: Counts, part: string): number | undefined =>
  counts !== undefined && part in counts ? (counts[part as keyof FolderCounts] ?? undefined) : undefined

/**
 * Of the tab's first part. The team's tabs count open work only: the parts of a tab say how many records they have, and a
 * sum of records of different kinds says nothing.
 */
export function countOfTab(counts: Counts, parts: readonly string[], side: Side): number | undefined {
  const [first = ''] = parts
  const count = side === 'client' || first === 'assignments' ? countIn(counts, first) : undefined
  return side === 'team' && count === 0 ? undefined : count
}

export function Count({ of, part }: { of: Counts; part: string }) {
  const count = countIn(of, part)
  return count === undefined ? null : (
    <span className="tabular ml-1.5 font-normal text-ink-3">{count.toLocaleString('en-US')}</span>
  )
}
