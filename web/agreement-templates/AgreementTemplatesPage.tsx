import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Button } from '../kit/Button.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { ListFilters, useListState } from '../kit/ListFilters.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { PageHeader } from '../kit/PageHeader.tsx'
import { Panel } from '../kit/Panel.tsx'
import { RowList } from '../kit/RowList.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { OpenTabPanel, Tabs } from '../kit/Tabs.tsx'
import { useCreateDialog } from '../kit/use-create-dialog.ts'
import { useUrlState } from '../kit/url-state.ts'
import { useHome } from '../session/names.ts'
import { agreementTemplatesFound } from './queries.ts'
import { NewTemplateDialog } from './TemplateDialogs.tsx'
import { TemplateRow } from './TemplateRow.tsx'
import { emptyWords, texts } from './words.ts'

const tabs = [
  { value: 'active', label: 'In use' },
  { value: 'archived', label: 'Archived' },
]

/** The templates of contracts and proposals, for administrators. */
export default function AgreementTemplatesPage() {
  const [tab, setTab] = useUrlState('tab', 'active')
  const status = tab === 'archived' ? 'archived' : 'active'
  const list = useListState(['q'] as const)
  const query = useInfiniteQuery(agreementTemplatesFound(status, list.values.q))
  const [creating, setCreating] = useCreateDialog()
  const newTemplate = (
    <Button variant="primary" onClick={() => setCreating(true)}>
      <Plus />
      New template
    </Button>
  )
  return (
    <>
      <PageHeader home={useHome()} title="Agreement templates" description={texts.page} actions={newTemplate} />
      <Tabs label="Templates" tabs={tabs} value={status} onChange={setTab}>
        <OpenTabPanel value={status}>
          <Panel flush>
            <ListFilters label="Search agreement templates" state={list} words="q" />
            <PagedList
              query={query}
              more="Show more templates"
              loading={<SkeletonRows label="Loading agreement templates" />}
              empty={
                list.isFiltered ? (
                  <EmptyState
                    title="No matching templates"
                    action={<Button onClick={list.clear}>Show all templates</Button>}
                  />
                ) : (
                  <EmptyState title={emptyWords[status].title} action={status === 'active' ? newTemplate : undefined}>
                    {emptyWords[status].text}
                  </EmptyState>
                )
              }
            >
              {(templates) => (
                <RowList label="Agreement templates">
                  {templates.map((template) => (
                    <TemplateRow key={template.id} template={template} />
                  ))}
                </RowList>
              )}
            </PagedList>
          </Panel>
        </OpenTabPanel>
      </Tabs>
      {creating && <NewTemplateDialog onClose={() => setCreating(false)} />}
    </>
  )
}
