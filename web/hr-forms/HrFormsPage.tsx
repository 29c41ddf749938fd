import { type PageLoad, prefetch } from '../kit/page-load.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FileUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { listOwnForms } from '../../api/own-forms.ts'
import { formLevelLabels, formLevels } from '../../domain/hr-form.ts'
import { Button } from '../kit/Button.tsx'
import { buttonStyle } from '../kit/button-style.ts'
import { CardGrid } from '../kit/CardGrid.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { PageHeader } from '../kit/PageHeader.tsx'
import { Panel } from '../kit/Panel.tsx'
import { SearchField } from '../kit/SearchField.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { OpenTabPanel, Tabs } from '../kit/Tabs.tsx'
import { useUrlState } from '../kit/url-state.ts'
import { useHome } from '../session/names.ts'
import { useMay } from '../session/use-may.ts'
import { FillFormDialog } from './FillFormDialog.tsx'
import { FormCard } from './FormCard.tsx'
import { formsFound, submissionsFound } from './queries.ts'
import { SendFilledDialog } from './SendFilledDialog.tsx'
import { SubmissionsPanel } from './SubmissionsPanel.tsx'
import { texts } from './words.ts'

const tabs = [
  { value: 'all', label: 'All Forms' },
  ...formLevels.map((level) => ({ value: level, label: formLevelLabels[level] })),
]

export const load = ({ client, search: { q = '', tab } }: PageLoad) =>
  prefetch(client, [formsFound({ q, level: levelOf(tab) }), submissionsFound({ q: '', formType: '' })])

const levelOf = (tab: string | undefined) => formLevels.find((each) => each === tab) ?? ''

/** The forms of the library, to fill in online or as a PDF, and the submitted forms. */
export default function HrFormsPage() {
  const [q, setWords] = useUrlState('q', '')
  const [tab, setTab] = useUrlState('tab', 'all')
  const [filling, setFilling] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  const opener = useRef<HTMLElement | null>(null)
  // The loading dialog and the form dialog are separate, so the opener has to be passed on for focus.
  useEffect(() => {
    if (filling === null) opener.current?.focus()
  }, [filling])
  const seesOwn = useMay(listOwnForms)
  const level = levelOf(tab)
  const query = useInfiniteQuery(formsFound({ q, level }))
  const loading = (
    <Panel flush>
      <SkeletonRows label="Loading forms" />
    </Panel>
  )
  return (
    <>
      <PageHeader
        home={useHome()}
        backToDashboard
        title="Virginia HR Forms"
        description={texts.page}
        actions={
          <>
            {seesOwn && (
              <Link to="/own-forms" className={buttonStyle('secondary')}>
                Our forms
              </Link>
            )}
            <Button onClick={() => setSending(true)}>
              <FileUp />
              Submit a completed PDF
            </Button>
          </>
        }
      />
      <search className="no-print mb-5 block">
        <SearchField label="Search forms" value={q} onChange={setWords} className="w-full sm:w-80" />
      </search>
      <Tabs label="Business stages" tabs={tabs} value={level === '' ? 'all' : level} onChange={setTab}>
        <OpenTabPanel value={level === '' ? 'all' : level}>
          <PagedList
            query={query}
            more="Show more forms"
            loading={loading}
            empty={
              <Panel>
                <EmptyState
                  title="No forms found"
                  action={q !== '' && <Button onClick={() => setWords('')}>Show all forms</Button>}
                >
                  Try a different word or tab.
                </EmptyState>
              </Panel>
            }
          >
            {(forms) => (
              <CardGrid label="Forms">
                {forms.map((form) => (
                  <FormCard
                    key={form.id}
                    form={form}
                    onFill={(button) => {
                      opener.current = button
                      setFilling(form.id)
                    }}
                  />
                ))}
              </CardGrid>
            )}
          </PagedList>
        </OpenTabPanel>
      </Tabs>
      <SubmissionsPanel />
      {filling !== null && <FillFormDialog form={filling} onClose={() => setFilling(null)} />}
      {sending && <SendFilledDialog onClose={() => setSending(false)} />}
    </>
  )
}
