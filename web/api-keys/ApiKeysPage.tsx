import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { deleteApiKey } from '../../api/api-keys.ts'
import type { ApiKey } from '../../domain/api-key.ts'
import { Button } from '../kit/Button.tsx'
import { call, sentenceOf } from '../kit/call.ts'
import { formatDate } from '../kit/dates.ts'
import { AskDialog } from '../kit/Dialog.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { useNow } from '../kit/now.ts'
import { PagedList } from '../kit/PagedList.tsx'
import { PageHeader } from '../kit/PageHeader.tsx'
import { Panel } from '../kit/Panel.tsx'
import { Row, RowList } from '../kit/RowList.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { toast } from '../kit/toast-store.ts'
import { useCreateDialog } from '../kit/use-create-dialog.ts'
import { useHome } from '../session/names.ts'
import { NewApiKeyDialog } from './NewApiKeyDialog.tsx'
import { apiKeys } from './queries.ts'
import { scopesInWords } from './scopes.ts'
import { texts } from './words.ts'

/** The keys of other programs, for administrators. */
export default function ApiKeysPage() {
  const query = useInfiniteQuery(apiKeys)
  const [creating, setCreating] = useCreateDialog()
  const newKey = (
    <Button variant="primary" onClick={() => setCreating(true)}>
      <Plus />
      New API key
    </Button>
  )
  return (
    <>
      <PageHeader
        home={useHome()}
        title="API keys"
        description={
          <>
            {texts.page} See the{' '}
            <a href="/api/docs" className="link" target="_blank" rel="noreferrer">
              API reference
            </a>
            .
          </>
        }
        actions={newKey}
      />
      <Panel flush>
        <PagedList
          query={query}
          more="Show more keys"
          loading={<SkeletonRows label="Loading API keys" />}
          empty={
            <EmptyState title="No API keys yet" action={newKey}>
              {texts.none}
            </EmptyState>
          }
        >
          {(keys) => (
            <RowList label="API keys">
              {keys.map((key) => (
                <KeyRow key={key.id} apiKey={key} />
              ))}
            </RowList>
          )}
        </PagedList>
      </Panel>
      {creating && <NewApiKeyDialog onClose={() => setCreating(false)} />}
    </>
  )
}

function KeyRow({ apiKey }: { apiKey: ApiKey }) {
  const { name, ending, scopes, createdByName, expiresAt, usedAt } = apiKey
  const [removing, setRemoving] = useState(false)
  const now = useNow()
  const isExpired = new Date(expiresAt) <= now
  return (
    <>
      <Row
        title={<span className="wrap-anywhere">{name}</span>}
        aside={`ends in ${ending}`}
        context={scopesInWords(scopes)}
        meta={[
          createdByName === null ? 'Created by a deleted user' : `Created by ${createdByName}`,
          usedAt === null ? 'Never used' : `Last used ${formatDate(usedAt)}`,
          `${isExpired ? 'Expired' : 'Expires'} ${formatDate(expiresAt)}`,
        ].join(' · ')}
        action={
          <Button size="small" variant="ghost" onClick={() => setRemoving(true)}>
            Delete<span className="sr-only"> {name}</span>
          </Button>
        }
      />
      <DeleteDialog apiKey={apiKey} open={removing} onClose={() => setRemoving(false)} />
    </>
  )
}

type DeleteDialogProps = { apiKey: ApiKey; open: boolean; onClose: () => void }

function DeleteDialog({ apiKey, open, onClose }: DeleteDialogProps) {
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => call(deleteApiKey, { params: { id: apiKey.id } }),
    onSuccess: () => toast.success('API key deleted'),
    onError: (error) =>
      toast({
        title: 'Couldn’t delete the API key',
        description: sentenceOf(error, 'Try again.'),
        variant: 'destructive',
      }),
    onSettled: () => {
      onClose()
      return client.invalidateQueries({ queryKey: ['api-keys'] })
    },
  })
  return (
    <AskDialog
      open={open}
      title={`Delete “${apiKey.name}”?`}
      question={texts.remove}
      act="Delete key"
      danger
      pending={remove.isPending}
      onCancel={onClose}
      onAct={() => remove.mutate()}
    />
  )
}
