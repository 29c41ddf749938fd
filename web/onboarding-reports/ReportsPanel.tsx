import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../kit/Button.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { Money } from '../kit/Money.tsx'
import { useNow } from '../kit/now.ts'
import { PagedList } from '../kit/PagedList.tsx'
import { Row, RowList } from '../kit/RowList.tsx'
import { StatusBadge } from '../kit/StatusBadge.tsx'
import { NewReportDialog } from './NewReportDialog.tsx'
import { reportsOf } from './queries.ts'
import { contentWords, whenWords } from './words.ts'

/** A folder's onboarding reports, on its page for the team. */
export function ReportsPanel({ folderId, canWrite }: { folderId: string; canWrite: boolean }) {
  const now = useNow()
  const query = useInfiniteQuery(reportsOf(folderId))
  const [writing, setWriting] = useState(false)
  return (
    <>
      {canWrite && (
        <div className="flex justify-end border-b border-line px-4 py-2 sm:px-5">
          <Button onClick={() => setWriting(true)}>
            <Plus />
            New report
          </Button>
        </div>
      )}
      <PagedList
        query={query}
        more="Show more reports"
        empty={
          <EmptyState title="No onboarding reports yet">
            Write up intake findings and recommendations, then share the report with the client.
          </EmptyState>
        }
      >
        {(reports) => (
          <RowList label="Onboarding reports">
            {reports.map((report) => (
              <Row
                key={report.id}
                to="/onboarding-reports/$id"
                params={{ id: report.id }}
                title="Onboarding report"
                aside={<StatusBadge kind="report" status={report.status} />}
                context={report.clientNeeds[0]}
                meta={`${whenWords(report, now)} · ${contentWords(report)}`}
                middle={
                  report.recommendedTotal > 0 ? (
                    <span className="text-panel text-ink">
                      <Money cents={report.recommendedTotal} />
                    </span>
                  ) : undefined
                }
              />
            ))}
          </RowList>
        )}
      </PagedList>
      {writing && <NewReportDialog folderId={folderId} onClose={() => setWriting(false)} />}
    </>
  )
}
