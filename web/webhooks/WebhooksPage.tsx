import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { deleteWebhook } from '../../api/webhooks.ts'
import { webhookEventLabels, type WebhookView } from '../../domain/webhook.ts'
import { Button } from '../kit/Button.tsx'
import { call, sentenceOf } from '../kit/call.ts'
import { AskDialog } from '../kit/Dialog.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { PageHeader } from '../kit/PageHeader.tsx'
import { Panel } from '../kit/Panel.tsx'
import { Row, RowList } from '../kit/RowList.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { toast } from '../kit/toast-store.ts'
import { useCreateDialog } from '../kit/use-create-dialog.ts'
import { useHome } from '../session/names.ts'
import { DeliveriesDialog } from './DeliveriesDialog.tsx'
import { webhooks } from './queries.ts'
import { EditWebhookDialog, NewWebhookDialog } from './WebhookDialogs.tsx'
import { stateOf, texts } from './words.ts'

/** The addresses of other programs that receive events, for administrators. */
export default function WebhooksPage() {
  const query = useInfiniteQuery(webhooks)
  const [creating, setCreating] = useCreateDialog()
  const newWebhook = (
    <Button variant="primary" onClick={() => setCreating(true)}>
      <Plus />
      New webhook
    </Button>
  )
  return (
    <>
      <PageHeader home={useHome()} title="Webhooks" description={texts.page} actions={newWebhook} />
      <Panel flush>
        <PagedList
          query={query}
          more="Show more webhooks"
          loading={<SkeletonRows label="Loading webhooks" />}
          empty={
            <EmptyState title="No webhooks yet" action={newWebhook}>
              {texts.none}
            </EmptyState>
          }
        >
          {(items) => (
            <RowList label="Webhooks">
              {items.map((webhook) => (
                <WebhookRow key={webhook.id} webhook={webhook} />
              ))}
            </RowList>
          )}
        </PagedList>
      </Panel>
      {creating && <NewWebhookDialog onClose={() => setCreating(false)} />}
    </>
  )
}

function WebhookRow({ webhook }: { webhook: WebhookView }) {
  const { url, events } = webhook
  const [open, setOpen] = useState<'deliveries' | 'edit' | 'delete' | null>(null)
  const close = () => setOpen(null)
  const of = <span className="sr-only"> {url}</span>
  return (
    <>
      <Row
        title={<span className="wrap-anywhere">{url}</span>}
        context={events.map((event) => webhookEventLabels[event]).join(', ')}
        meta={stateOf(webhook)}
        action={
          <>
            <Button size="small" onClick={() => setOpen('deliveries')}>
              Deliveries{of}
            </Button>
            <Button size="small" onClick={() => setOpen('edit')}>
              Edit{of}
            </Button>
            <Button size="small" variant="ghost" onClick={() => setOpen('delete')}>
              Delete{of}
            </Button>
          </>
        }
      />
      {open === 'deliveries' && <DeliveriesDialog webhook={webhook} onClose={close} />}
      {open === 'edit' && <EditWebhookDialog webhook={webhook} onClose={close} />}
      <DeleteDialog webhook={webhook} open={open === 'delete'} onClose={close} />
    </>
  )
}

type DeleteDialogProps = { webhook: WebhookView; open: boolean; onClose: () => void }

function DeleteDialog({ webhook: { id, url }, open, onClose }: DeleteDialogProps) {
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => call(deleteWebhook, { params: { id } }),
    onSuccess: () => toast.success('Webhook deleted'),
    onError: (error) =>
      toast({
        title: 'Couldn’t delete the webhook',
        description: sentenceOf(error, 'Try again.'),
        variant: 'destructive',
      }),
    onSettled: () => {
      onClose()
      return client.invalidateQueries({ queryKey: ['webhooks'] })
    },
  })
  return (
    <AskDialog
      open={open}
      title={`Delete the webhook to ${new URL(url).hostname}?`}
      question={texts.remove}
      act="Delete webhook"
      danger
      pending={remove.isPending}
      onCancel={onClose}
      onAct={() => remove.mutate()}
    />
  )
}
