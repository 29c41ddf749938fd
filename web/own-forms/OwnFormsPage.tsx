import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { createOwnForm } from '../../api/own-forms.ts'
import type { OwnFormView } from '../../domain/own-form.ts'
import { Button } from '../kit/Button.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { PageHeader } from '../kit/PageHeader.tsx'
import { Panel } from '../kit/Panel.tsx'
import { RowList } from '../kit/RowList.tsx'
import { OpenTabPanel, Tabs } from '../kit/Tabs.tsx'
import { useUrlState } from '../kit/url-state.ts'
import { useHome } from '../session/names.ts'
import { useMay } from '../session/use-may.ts'
import { EditOwnFormDialog, NewOwnFormDialog } from './OwnFormDialogs.tsx'
import { OwnFormRow } from './OwnFormRow.tsx'
import { ownForms } from './queries.ts'
import { emptyWords, texts } from './words.ts'

const tabs = [
  { value: 'active', label: 'In use' },
  { value: 'archived', label: 'Archived' },
]

/** The firm's own forms: drafts and published ones. */
export default function OwnFormsPage() {
  const [tab, setTab] = useUrlState('tab', 'active')
  const status = tab === 'archived' ? 'archived' : 'active'
  const query = useInfiniteQuery(ownForms(status))
  const mayCreate = useMay(createOwnForm)
  const [creating, setCreating] = useState(false)
  const [editing, setEditing] = useState<OwnFormView | null>(null)
  const newForm = mayCreate && (
    <Button variant="primary" onClick={() => setCreating(true)}>
      <Plus />
      New form
    </Button>
  )
  return (
    <>
      <PageHeader
        home={useHome()}
        crumbs={[{ label: 'HR forms', to: '/hr-forms' }]}
        title="Our forms"
        description={mayCreate ? texts.page : texts.readOnlyPage}
        backToDashboard={false}
        actions={newForm}
      />
      <Tabs label="Forms" tabs={tabs} value={status} onChange={setTab}>
        <OpenTabPanel value={status}>
          <Panel flush>
            <PagedList
              query={query}
              more="Show more forms"
              empty={
                <EmptyState title={emptyWords[status].title} action={status === 'active' && newForm}>
                  {status === 'active' && mayCreate ? texts.first : emptyWords[status].text}
                </EmptyState>
              }
            >
              {(forms) => (
                <RowList label="Forms">
                  {forms.map((form) => (
                    <OwnFormRow key={form.id} form={form} onEdit={() => setEditing(form)} />
                  ))}
                </RowList>
              )}
            </PagedList>
          </Panel>
        </OpenTabPanel>
      </Tabs>
      {creating && <NewOwnFormDialog onClose={() => setCreating(false)} onCreated={setEditing} />}
      {editing !== null && <EditOwnFormDialog key={editing.id} form={editing} onClose={() => setEditing(null)} />}
    </>
  )
}
