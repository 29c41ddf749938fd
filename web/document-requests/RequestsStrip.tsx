import { useQuery } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { documentRequestCounts } from './queries.ts'
import { waitingWords } from './words.ts'

/** For the client, beside the folder: how many documents are asked for, and the way to them. */
export function RequestsStrip({ folderId, onShow }: { folderId: string; onShow: () => void }) {
  const { data: counts } = useQuery(documentRequestCounts(folderId))
  if (counts === undefined || counts.pending === 0) return null
  return (
    <section aria-label="Documents asked for" className="rounded-lg bg-surface p-4 shadow-sheet sm:p-5">
      <h3 className="flex items-center gap-2 text-panel text-ink">
        <FileUp className="text-ink-3" />
        Asked of you
      </h3>
      <p className="mt-1.5 text-body text-ink-2">{waitingWords(counts)}</p>
      <button type="button" onClick={onShow} className="link mt-2 text-body font-semibold coarse:min-h-11">
        Show what is missing
      </button>
    </section>
  )
}
