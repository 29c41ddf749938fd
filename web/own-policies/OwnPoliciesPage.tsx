import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { changeOwnPolicyStatus, createOwnPolicy, publishOwnPolicy } from '../../api/own-policies.ts'
import type { OwnPolicyView } from '../../domain/own-policy.ts'
import { Button } from '../kit/Button.tsx'
import { call, sentenceOf } from '../kit/call.ts'
import { AskDialog } from '../kit/Dialog.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { PageHeader } from '../kit/PageHeader.tsx'
import { Panel } from '../kit/Panel.tsx'
import { Row, RowList } from '../kit/RowList.tsx'
import { Badge } from '../kit/StatusBadge.tsx'
import { OpenTabPanel, Tabs } from '../kit/Tabs.tsx'
import { toast } from '../kit/toast-store.ts'
import { useUrlState } from '../kit/url-state.ts'
import { useHome } from '../session/names.ts'
import { useMay } from '../session/use-may.ts'
import { EditOwnPolicyDialog, NewOwnPolicyDialog } from './OwnPolicyDialog.tsx'
import { ownPolicies } from './queries.ts'
import { description, emptyWords, publishWords, readOnlyDescription, retireWords } from './words.ts'

const tabs = [
  { value: 'active', label: 'In use' },
  { value: 'retired', label: 'Retired' },
]

/** The firm's own policies: drafts and published ones, for handbooks. */
export default function OwnPoliciesPage() {
  const [tab, setTab] = useUrlState('tab', 'active')
  const status = tab === 'retired' ? 'retired' : 'active'
  const query = useInfiniteQuery(ownPolicies(status))
  const mayCreate = useMay(createOwnPolicy)
  const [creating, setCreating] = useState(false)
  const newPolicy = mayCreate && (
    <Button variant="primary" onClick={() => setCreating(true)}>
      <Plus />
      New policy
    </Button>
  )
  return (
    <>
      <PageHeader
        home={useHome()}
        crumbs={[{ label: 'HR policies', to: '/hr-policies' }]}
        title="Our policies"
        description={mayCreate ? description : readOnlyDescription}
        backToDashboard={false}
        actions={newPolicy}
      />
      <Tabs label="Policies" tabs={tabs} value={status} onChange={setTab}>
        <OpenTabPanel value={status}>
          <Panel flush>
            <PagedList
              query={query}
              more="Show more policies"
              empty={
                <EmptyState title={emptyWords[status].title} action={status === 'active' && newPolicy}>
                  {emptyWords[status].text}
                </EmptyState>
              }
            >
              {(policies) => (
                <RowList label="Policies">
                  {policies.map((policy) => (
                    <PolicyRow key={policy.id} policy={policy} />
                  ))}
                </RowList>
              )}
            </PagedList>
          </Panel>
        </OpenTabPanel>
      </Tabs>
      {creating && <NewOwnPolicyDialog onClose={() => setCreating(false)} />}
    </>
  )
}

function PolicyRow({ policy }: { policy: OwnPolicyView }) {
  const { title, appliesTo, currentVersion, hasChanges, allowed, isActive } = policy
  const [open, setOpen] = useState<'edit' | 'publish' | 'retire' | null>(null)
  const close = () => setOpen(null)
  const act = useOwnPolicyActions(policy, close)
  const next = (currentVersion ?? 0) + 1
  return (
    <Row
      title={title}
      aside={
        <span className="inline-flex flex-wrap gap-1.5">
          {currentVersion === null ? <Badge>Draft</Badge> : <Badge tone="ok">Version {currentVersion}</Badge>}
          {currentVersion !== null && hasChanges && <Badge tone="warn">Unpublished changes</Badge>}
        </span>
      }
      meta={appliesTo}
      action={
        <div className="flex flex-wrap justify-end gap-2">
          {allowed.includes('edit') && (
            <Button size="small" onClick={() => setOpen('edit')}>
              Edit policy
            </Button>
          )}
          {allowed.includes('publish') && (
            <Button size="small" onClick={() => setOpen('publish')}>
              Publish version {next}
            </Button>
          )}
          {allowed.includes('retire') && (
            <Button size="small" onClick={() => setOpen('retire')}>
              Retire policy
            </Button>
          )}
          {allowed.includes('restore') && (
            <Button size="small" pending={act.status.isPending} onClick={() => act.status.mutate(true)}>
              Restore policy
            </Button>
          )}
          {open === 'edit' && <EditOwnPolicyDialog policy={policy} onClose={close} />}
          <AskDialog
            open={open === 'publish'}
            {...publishWords(next, title)}
            pending={act.publish.isPending}
            onCancel={close}
            onAct={() => act.publish.mutate()}
          />
          <AskDialog
            open={open === 'retire' && isActive}
            {...retireWords(title)}
            danger
            pending={act.status.isPending}
            onCancel={close}
            onAct={() => act.status.mutate(false)}
          />
        </div>
      }
    />
  )
}

function useOwnPolicyActions({ id, version }: OwnPolicyView, onSettled: () => void) {
  const client = useQueryClient()
  const settled = () => {
    onSettled()
    return client.invalidateQueries({ queryKey: ['own-policies'] })
  }
  const onError = (error: unknown) =>
    toast({
      title: 'Couldn’t update the policy',
      description: sentenceOf(error, 'Try again.'),
      variant: 'destructive',
    })
  return {
    publish: useMutation({
      mutationFn: () => call(publishOwnPolicy, { params: { id }, ifMatch: version }),
      onSuccess: () => toast.success('Policy published'),
      onError,
      onSettled: settled,
    }),
    status: useMutation({
      mutationFn: (isActive: boolean) =>
        call(changeOwnPolicyStatus, { params: { id }, body: { isActive }, ifMatch: version }),
      onSuccess: ({ isActive }) => toast.success(isActive ? 'Policy restored' : 'Policy retired'),
      onError,
      onSettled: settled,
    }),
  }
}
