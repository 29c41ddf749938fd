import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ClipboardList } from 'lucide-react'
import { useNow } from '../kit/now.ts'
import { reportsOf } from './queries.ts'
import { whenWords } from './words.ts'

const maxShown = 3

/** The reports shared with the client; renders nothing if there are none. */
export function SharedReports({ folderId }: { folderId: string }) {
  const now = useNow()
  const { data } = useInfiniteQuery(reportsOf(folderId))
  const reports = data?.pages[0]?.items ?? []
  if (reports.length === 0) return null
  return (
    <section aria-label="Reports" className="rounded-lg border border-line bg-surface p-4 shadow-sheet sm:p-5">
      <h3 className="text-panel text-ink">Reports</h3>
      <ul className="mt-2 space-y-2.5">
        {reports.slice(0, maxShown).map((report) => (
          <li key={report.id} className="flex gap-3">
            <ClipboardList className="mt-0.5 shrink-0 text-ink-3" />
            <div className="min-w-0">
              <Link
                to="/onboarding-reports/$id"
                params={{ id: report.id }}
                className="text-body text-ink underline-offset-2 hover:underline finger-high"
              >
                Onboarding report
              </Link>
              <p className="text-meta text-ink-3">{whenWords(report, now)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
