import { useInfiniteQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { exportAudit } from '../../api/audit.ts'
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
import { TrailDays } from '../timeline/TrailDays.tsx'
import { AuditFilters } from './AuditFilters.tsx'
import { ChainPanel } from './ChainPanel.tsx'
import { EntryMore } from './EntryMore.tsx'
import { useAuditFilter } from './filter.ts'
import { auditFound } from './queries.ts'

/** The whole trail, for administrators: searched, taken along, and checked. */
export default function AuditPage() {
  const [filter, change, showAll] = useAuditFilter()
  const query = useInfiniteQuery(auditFound(filter))
  const isFiltered = Object.keys(filter).length > 0
  return (
    <>
      <PageHeader
        home={useHome()}
        title="Audit trail"
        description="Who did what, when and from where. It is only ever added to."
        actions={
          <a
            href={addressOf(exportAudit, { query: filter })}
            download
            onClick={(event) => void downloadOnceConfirmed(event)}
            className={buttonStyle('secondary')}
          >
            <Download />
            {isFiltered ? 'Export what is shown (CSV)' : 'Export all (CSV)'}
          </a>
        }
      />
      <div className="grid grid-cols-1 gap-6">
        <ChainPanel />
        <Panel flush className="overflow-clip">
          <AuditFilters filter={filter} onChange={change} onAll={showAll} />
          <PagedList
            query={query}
            more="Show earlier entries"
            loading={<SkeletonRows rows={8} label="Loading the trail" />}
            empty={
              isFiltered ? (
                <EmptyState title="No entry matches" action={<Button onClick={showAll}>Show everything</Button>}>
                  Choose another person, kind or action, or a longer time.
                </EmptyState>
              ) : (
                <EmptyState title="Nothing has happened yet">Each act in the portal is kept here.</EmptyState>
              )
            }
          >
            {(entries) => (
              <TrailDays
                label="Audit trail"
                entries={entries}
                more={(entry) => (
                  <EntryMore entry={entry} onThing={({ entityId }) => change({ entityId: entityId ?? '' })} />
                )}
              />
            )}
          </PagedList>
        </Panel>
      </div>
    </>
  )
}
