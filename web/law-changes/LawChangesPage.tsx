import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { NotifyAffectedDialog } from '../bulk-actions/BulkActionDialog.tsx'
import { useSeesFolders } from '../client-folders/use-sees-folders.ts'
import type { LawChange } from '../../domain/law-change.ts'
import { EmployerFields } from '../hr-policies/EmployerFields.tsx'
import { useEmployer } from '../hr-policies/employer.ts'
import { Dialog } from '../kit/Dialog.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { useNow } from '../kit/now.ts'
import { PagedList } from '../kit/PagedList.tsx'
import { PageHeader } from '../kit/PageHeader.tsx'
import { Panel } from '../kit/Panel.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { OpenTabPanel, Tabs } from '../kit/Tabs.tsx'
import { useUrlState } from '../kit/url-state.ts'
import { officeDate } from '../../domain/time.ts'
import { useHome } from '../session/names.ts'
import { AffectedDialog } from './AffectedDialog.tsx'
import { ShareLawUpdateDialog, type LawUpdateShare } from './ShareLawUpdateDialog.tsx'
import { LawCalendar } from './LawCalendar.tsx'
import { LawChangeFacts } from './LawChangeFacts.tsx'
import { LawChangeRow } from './LawChangeRow.tsx'
import { affectedCounts, changesFound } from './queries.ts'
import { type LawSection, sectionsOf, stateWords, texts } from './words.ts'
import { YearIndex } from './YearIndex.tsx'

/** Law updates for Virginia employers, and the date of the last review. */
export default function LawChangesPage() {
  const employer = useEmployer()
  const { headCount, sector } = employer
  const exact = headCount !== null && headCount.from === headCount.to ? headCount.from : null
  const query = useInfiniteQuery(changesFound({ headCount: exact, sector }))
  // Anyone who may open folders hands changes on to their clients; clients only read them.
  const mayHandOn = useSeesFolders()
  const [handing, setHanding] = useState<LawUpdateShare | null>(null)
  const [view, setView] = useUrlState('view', 'list')
  const [opened, setOpened] = useState<LawChange | null>(null)
  const [affectedBy, setAffectedBy] = useState<LawChange | null>(null)
  const [notifying, setNotifying] = useState<LawChange | null>(null)
  const counts = useQuery({ ...affectedCounts, enabled: mayHandOn })
  const countOf = (id: string) => counts.data?.find((count) => count.id === id)
  const thisYear = Number(officeDate(useNow()).slice(0, 4))
  const affectedProps = (change: LawChange) => {
    const affected = countOf(change.id)
    return affected === undefined
      ? {}
      : { affected, onShowAffected: () => setAffectedBy(change), onNotify: () => setNotifying(change) }
  }
  const section = ({ id, title, changes }: LawSection) => (
    <div key={id} id={id} className="scroll-mt-20">
      <Panel title={title} flush>
        <ul aria-label={title} className="divide-y divide-line">
          {changes.map((change) => (
            <LawChangeRow
              {...affectedProps(change)}
              key={change.id}
              change={change}
              isAsked={employer.isKnown}
              search={employer.search}
              {...(mayHandOn ? { onShare: (kind) => setHanding({ kind, change }) } : {})}
            />
          ))}
        </ul>
      </Panel>
    </div>
  )
  return (
    <>
      <PageHeader
        home={useHome()}
        title="Law updates"
        description="See what’s changing for Virginia employers and schools, when, and who it affects."
      />
      <search className="no-print mb-5 flex">
        <EmployerFields employer={employer} />
      </search>
      <PagedList
        query={query}
        more="Show more law updates"
        loading={
          <Panel flush>
            <SkeletonRows label="Loading law updates" />
          </Panel>
        }
        empty={
          <Panel>
            <EmptyState title="No law updates for this employer">
              Try another number of employees or sector, or clear both.
            </EmptyState>
          </Panel>
        }
      >
        {(changes) => (
          <Tabs
            label="View"
            tabs={[
              { value: 'list', label: 'List' },
              { value: 'calendar', label: 'Calendar' },
            ]}
            value={view === 'calendar' ? 'calendar' : 'list'}
            onChange={setView}
          >
            <OpenTabPanel value="calendar">
              <LawCalendar changes={changes} thisYear={thisYear} onOpen={setOpened} />
            </OpenTabPanel>
            <OpenTabPanel value="list">
              <div className="space-y-6">
                <YearIndex sections={sectionsOf(changes)} />
                {sectionsOf(changes).map(section)}
                <p className="max-w-[68ch] text-meta text-ink-3">{texts.legalInformation}</p>
              </div>
            </OpenTabPanel>
          </Tabs>
        )}
      </PagedList>
      {opened !== null && (
        <Dialog
          open
          onOpenChange={(isOpen) => !isOpen && setOpened(null)}
          title={opened.title}
          description={stateWords(opened)}
        >
          <LawChangeFacts change={opened} search={employer.search} />
        </Dialog>
      )}
      {affectedBy !== null && (
        <AffectedDialog
          change={affectedBy}
          onNotify={() => {
            setNotifying(affectedBy)
            setAffectedBy(null)
          }}
          onClose={() => setAffectedBy(null)}
        />
      )}
      {notifying !== null && (
        <NotifyAffectedDialog
          change={notifying}
          applies={countOf(notifying.id)?.applies ?? 0}
          mayApply={countOf(notifying.id)?.mayApply ?? 0}
          onClose={() => setNotifying(null)}
        />
      )}
      {handing !== null && <ShareLawUpdateDialog handing={handing} onClose={() => setHanding(null)} />}
    </>
  )
}
