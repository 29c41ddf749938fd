import { useInfiniteQuery } from '@tanstack/react-query'
import { handbooksOf } from './queries.ts'
import { Versions } from './Versions.tsx'

/** The handbook sent to the client; renders nothing if none was sent. */
export function SentHandbook({ folderId }: { folderId: string }) {
  const { data } = useInfiniteQuery(handbooksOf(folderId))
  const handbook = data?.pages[0]?.items[0]
  if (handbook === undefined) return null
  return (
    <section
      aria-label="Employee handbook"
      className="rounded-lg border border-line bg-surface p-4 shadow-sheet sm:p-5"
    >
      <h3 className="text-panel wrap-anywhere text-ink">{handbook.title}</h3>
      <Versions handbook={handbook} isClient />
    </section>
  )
}
