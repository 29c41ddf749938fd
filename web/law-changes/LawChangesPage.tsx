import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSeesFolders } from '../client-folders/use-sees-folders.ts'
import type { LawChange } from '../../domain/law-change.ts'
import { EmployerFields } from '../hr-policies/EmployerFields.tsx'
import { useEmployer } from '../hr-policies/employer.ts'
import { EmptyState } from '../kit/EmptyState.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { PageHeader } from '../kit/PageHeader.tsx'
import { Panel } from '../kit/Panel.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { useHome } from '../session/names.ts'
import { HandOnDialog, type HandingOn } from './HandOnDialog.tsx'
import { LawChangeRow } from './LawChangeRow.tsx'
import { changesFound } from './queries.ts'

/** What changes for Virginia employers, and since when the rest holds. */
export default function LawChangesPage() {
  const employer = useEmployer()
  const { headCount, sector } = employer
  const exact = headCount !== null && headCount.from === headCount.to ? headCount.from : null
  const query = useInfiniteQuery(changesFound({ headCount: exact, sector }))
  // Whoever may open folders hands changes on to their clients; clients only read them.
  const mayHandOn = useSeesFolders()
  const [handing, setHanding] = useState<HandingOn | null>(null)
  const section = (title: string, note: string, changes: LawChange[]) =>
    changes.length > 0 && (
      <Panel key={title} title={title} note={note} flush>
        <ul aria-label={title} className="divide-y divide-line">
          {changes.map((change) => (
            <LawChangeRow
              key={change.id}
              change={change}
              isAsked={employer.isKnown}
              search={employer.search}
              {...(mayHandOn ? { onHandOn: (kind) => setHanding({ kind, change }) } : {})}
            />
          ))}
        </ul>
      </Panel>
    )
  return (
    <>
      <PageHeader
        home={useHome()}
        title="Law changes"
        description="What changes for employers and schools in Virginia: when, for whom, and which policies it touches."
      />
      <search className="no-print mb-5 flex">
        <EmployerFields employer={employer} />
      </search>
      <PagedList
        query={query}
        more="Show more changes"
        loading={
          <Panel flush>
            <SkeletonRows label="Loading the changes" />
          </Panel>
        }
        empty={
          <Panel>
            <EmptyState title="No change concerns such an employer">
              Try another head count or sector, or leave both empty.
            </EmptyState>
          </Panel>
        }
      >
        {(changes) => (
          <div className="space-y-6">
            {section(
              'Upcoming',
              'The next one on top.',
              changes.filter(({ status }) => status === 'upcoming'),
            )}
            {section(
              'In force',
              'The latest on top.',
              changes.filter(({ status }) => status === 'in-force'),
            )}
            <p className="max-w-[68ch] text-meta text-ink-3">
              This is legal information, not legal advice. Each change names its source and the date that the source
              carries; ask us before you rely on one for a case of your own.
            </p>
          </div>
        )}
      </PagedList>
      {handing !== null && <HandOnDialog handing={handing} onClose={() => setHanding(null)} />}
    </>
  )
}
