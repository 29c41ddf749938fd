import { useInfiniteQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { exportAudit } from '../../api/audit-log.ts'
import { Button } from '../kit/Button.tsx'
import { buttonStyle } from '../kit/button-style.ts'
import { addressOf } from '../kit/call.ts'
import { downloadOnceConfirmed } from '../kit/confirmed-download.ts'
import { EmptyState } from '../kit/EmptyState.tsx'
import { PageHeader } from '../kit/PageHeader.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { Panel } from '../kit/Panel.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { useHome } from '../session/names.ts'
import { HistoryDays } from '../timeline/HistoryDays.tsx'
import { AuditFilters } from './AuditFilters.tsx'
import { VerificationPanel } from './VerificationPanel.tsx'
import { EntryMore } from './EntryMore.tsx'
import { useAuditFilter } from './filter.ts'
import { auditFound } from './queries.ts'
import { texts } from './words.ts'

/** The whole audit log, for administrators: search, export, and integrity check. */
export default function AuditPage() {
  const [filter, change, showAll] = useAuditFilter()
  const query = useInfiniteQuery(auditFound(filter))
  const isFiltered = Object.keys(filter).length > 0
  return (
    <>
      <PageHeader
        home={useHome()}
        title="Audit log"
        description={texts.page}
        actions={
          <a
            href={addressOf(exportAudit, { query: filter })}
            download
            onClick={(event) => void downloadOnceConfirmed(event)}
            className={buttonStyle('secondary')}
          >
            <Download />
            {isFiltered ? 'Export filtered entries (CSV)' : 'Export all (CSV)'}
          </a>
        }
      />
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_300px]">
        <Panel flush className="overflow-clip">
          <h2 className="sr-only">Entries</h2>
          <AuditFilters filter={filter} onChange={change} onAll={showAll} />
          <PagedList
            query={query}
            more="Show earlier entries"
            loading={<SkeletonRows rows={8} label="Loading the audit log" />}
            empty={
              isFiltered ? (
                <EmptyState title="No matching entries" action={<Button onClick={showAll}>Clear filters</Button>}>
                  Try a different person, record type, action, or date range.
                </EmptyState>
              ) : (
                <EmptyState title="No activity yet">Activity in the portal will appear here.</EmptyState>
              )
            }
          >
            {(entries) => (
              <HistoryDays
                label="Audit log"
                entries={entries}
                more={(entry) => (
                  <EntryMore entry={entry} onThing={({ entityId }) => change({ entityId: entityId ?? '' })} />
                )}
              />
            )}
          </PagedList>
        </Panel>
        <VerificationPanel />
      </div>
    </>
  )
}
