import { useInfiniteQuery } from '@tanstack/react-query'
import { GraduationCap } from 'lucide-react'
import { applies } from '../../domain/audience.ts'
import { policyCategories, policyCategoryLabels } from '../../domain/hr-policy.ts'
import { Button } from '../kit/Button.tsx'
import { CardGrid } from '../kit/CardGrid.tsx'
import { CheckboxField } from '../kit/CheckboxField.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { PageHeader } from '../kit/PageHeader.tsx'
import { Panel } from '../kit/Panel.tsx'
import { SearchField } from '../kit/SearchField.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { OpenTabPanel, Tabs } from '../kit/Tabs.tsx'
import { useUrlState } from '../kit/url-state.ts'
import { Link } from '@tanstack/react-router'
import { listOwnPolicies } from '../../api/own-policies.ts'
import { buttonStyle } from '../kit/button-style.ts'
import { useMay } from '../session/use-may.ts'
import { useHome } from '../session/names.ts'
import { EmployerFields } from './EmployerFields.tsx'
import { useEmployer } from './employer.ts'
import { PolicyCard } from './PolicyCard.tsx'
import { policiesFound } from './queries.ts'
import { RetiredPolicies } from './RetiredPolicies.tsx'
import { texts } from './words.ts'

const tabs = [
  { value: 'all', label: 'All Policies' },
  // In the order of their labels, which is the specification's.
  ...Object.entries(policyCategoryLabels).map(([value, label]) => ({ value, label })),
]

/** The library's policies: searched, by category, and for an employer of this size and kind. */
export default function HrPoliciesPage() {
  const [q, setWords] = useUrlState('q', '')
  const [tab, setTab] = useUrlState('tab', 'all')
  const [only, setOnly] = useUrlState('only', '')
  const employer = useEmployer()
  const seesOwn = useMay(listOwnPolicies)
  const category = policyCategories.find((each) => each === tab) ?? ''
  const query = useInfiniteQuery(policiesFound({ q, category, status: 'active' }))
  const shown = tabs.some(({ value }) => value === tab) ? tab : 'all'
  return (
    <>
      <PageHeader
        home={useHome()}
        backToDashboard
        actions={
          seesOwn && (
            <Link to="/own-policies" className={buttonStyle('secondary')}>
              Our policies
            </Link>
          )
        }
        title="Virginia HR Policies & Regulations"
        description="What Virginia law requires of employers and schools, with sample policy language and sources."
      />
      <search className="no-print mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <SearchField label="Search policies" value={q} onChange={setWords} className="w-full sm:w-80" />
        <div className="flex min-w-0 flex-wrap items-end gap-x-4 gap-y-2">
          <EmployerFields employer={employer} />
          {employer.isKnown && (
            <CheckboxField
              label="Show only policies that may apply"
              checked={only !== ''}
              onChange={(event) => setOnly(event.target.checked ? 'yes' : '')}
              className="pb-1.5"
            />
          )}
        </div>
      </search>
      <Tabs label="Policy categories" tabs={tabs} value={shown} onChange={setTab}>
        <OpenTabPanel value={shown}>
          {shown === 'k12' && <SchoolBanner />}
          <PagedList
            query={query}
            more="Show more policies"
            loading={
              <Panel flush>
                <SkeletonRows label="Loading policies" />
              </Panel>
            }
            empty={<NothingFound onAll={q === '' ? undefined : () => setWords('')} />}
          >
            {(policies) => {
              const answers = policies.map((policy) => ({
                policy,
                answer: employer.isKnown ? applies(policy.appliesTo, employer) : null,
              }))
              const left = answers.filter(({ answer }) => only === '' || answer !== 'no')
              if (left.length === 0) return <NothingFound onAll={() => setOnly('')} />
              return (
                <CardGrid label="Policies">
                  {left.map(({ policy, answer }) => (
                    <PolicyCard key={policy.id} policy={policy} applies={answer} search={employer.search} />
                  ))}
                </CardGrid>
              )
            }}
          </PagedList>
        </OpenTabPanel>
      </Tabs>
      <RetiredPolicies />
    </>
  )
}

function NothingFound({ onAll }: { onAll: (() => void) | undefined }) {
  return (
    <Panel>
      <EmptyState title="No policies found" action={onAll && <Button onClick={onAll}>Show all policies</Button>}>
        Try a different word or tab.
      </EmptyState>
    </Panel>
  )
}

function SchoolBanner() {
  return (
    <aside
      aria-label="Virginia K-12 policies"
      className="edge-forced mb-5 flex gap-3 rounded-lg bg-info-soft px-4 py-3.5 text-body text-info sm:px-5"
    >
      <GraduationCap size={20} className="mt-px shrink-0" />
      <div className="min-w-0">
        <p className="font-semibold">Virginia K-12 Policies</p>
        <p className="mt-0.5 max-w-[68ch]">{texts.schoolPolicies}</p>
      </div>
    </aside>
  )
}
