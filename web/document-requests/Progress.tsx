import { useQuery } from '@tanstack/react-query'
import { documentRequestCounts } from './queries.ts'
import { progressWords } from './words.ts'

/** How far the checklist is, in a sentence and a bar; nothing while no one has asked for anything. */
export function Progress({ folderId }: { folderId: string }) {
  const { data: counts } = useQuery(documentRequestCounts(folderId))
  if (counts === undefined) return null
  const all = counts.pending + counts.submitted + counts.completed
  if (all === 0) return null
  return (
    <div className="min-w-0">
      <p className="text-body text-ink-2">{progressWords(counts)}</p>
      <progress
        aria-label="Completed documents"
        value={counts.completed}
        max={all}
        className="mt-1.5 block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-mist-2 [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-mist-2 [&::-webkit-progress-value]:bg-primary"
      />
    </div>
  )
}
