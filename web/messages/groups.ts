import type { Entry } from './entries.ts'

/** Messages of one person that follow one another within this time have one header. */
const groupMinutes = 5

export interface GroupedEntry {
  entry: Entry
  /** Shows who wrote it, and when. */
  startsGroup: boolean
}

export const grouped = (entries: readonly Entry[]): GroupedEntry[] =>
  entries.map((entry, index) => ({ entry, startsGroup: !continues(entry, entries[index - 1]) }))

function continues(entry: Entry, before: Entry | undefined): boolean {
  if (entry.kind !== 'message' || before?.kind !== 'message') return false
  const apart = Date.parse(entry.createdAt) - Date.parse(before.createdAt)
  return entry.senderId === before.senderId && apart <= groupMinutes * 60_000
}
