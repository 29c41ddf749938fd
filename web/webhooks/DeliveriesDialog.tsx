import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { resendWebhookDelivery, testWebhook } from '../../api/webhooks.ts'
import { isWebhookEvent, type WebhookDelivery, webhookEventLabels, type WebhookView } from '../../domain/webhook.ts'
import { Button } from '../kit/Button.tsx'
import { call, sentenceOf } from '../kit/call.ts'
import { formatDateTime } from '../kit/dates.ts'
import { Dialog } from '../kit/Dialog.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { Row, RowList } from '../kit/RowList.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { Badge, type Tone } from '../kit/StatusBadge.tsx'
import { toast } from '../kit/toast-store.ts'
import { deliveriesOf } from './queries.ts'
import { outcomeOf, statusNames, texts } from './words.ts'

type DeliveriesProps = { webhook: WebhookView; onClose: () => void }

/** What was sent to a webhook, with a test and a way to send a message again. */
export function DeliveriesDialog({ webhook: { id, url, isOn }, onClose }: DeliveriesProps) {
  const query = useInfiniteQuery(deliveriesOf(id))
  const client = useQueryClient()
  const test = useMutation({
    mutationFn: () => call(testWebhook, { params: { id } }),
    onError: (error) =>
      toast({
        title: 'Couldn’t send a test message',
        description: sentenceOf(error, 'Try again.'),
        variant: 'destructive',
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ['webhooks'] }),
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Deliveries"
      description={
        <>
          <span className="block wrap-anywhere">{url}</span>
          {texts.deliveries}
        </>
      }
      width="wide"
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {isOn && (
            <Button variant="primary" pending={test.isPending} pendingLabel="Sending..." onClick={() => test.mutate()}>
              Send test
            </Button>
          )}
        </>
      }
    >
      <PagedList
        query={query}
        more="Show more deliveries"
        loading={<SkeletonRows label="Loading deliveries" />}
        empty={<EmptyState title="No deliveries yet">{texts.noDeliveries}</EmptyState>}
      >
        {(deliveries) => (
          <RowList label="Deliveries">
            {deliveries.map((delivery) => (
              <DeliveryRow key={delivery.id} webhookId={id} delivery={delivery} canResend={isOn} />
            ))}
          </RowList>
        )}
      </PagedList>
    </Dialog>
  )
}

const tones: Record<WebhookDelivery['status'], Tone> = { pending: 'info', delivered: 'ok', failed: 'danger' }

type RowProps = { webhookId: string; delivery: WebhookDelivery; canResend: boolean }

function DeliveryRow({ webhookId, delivery, canResend }: RowProps) {
  const { id, type, status, attempts, nextAttemptAt, createdAt } = delivery
  const client = useQueryClient()
  const resend = useMutation({
    mutationFn: () => call(resendWebhookDelivery, { params: { id: webhookId, deliveryId: id } }),
    onError: (error) =>
      toast({
        title: 'Couldn’t resend the message',
        description: sentenceOf(error, 'Try again.'),
        variant: 'destructive',
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ['webhooks'] }),
  })
  const name = isWebhookEvent(type) ? webhookEventLabels[type] : 'Test'
  return (
    <Row
      title={name}
      aside={<Badge tone={tones[status]}>{statusNames[status]}</Badge>}
      context={outcomeOf(delivery)}
      meta={[
        formatDateTime(createdAt),
        ...(attempts > 1 ? [`${attempts} attempts`] : []),
        ...(nextAttemptAt !== null && attempts > 0 ? [`Next attempt ${formatDateTime(nextAttemptAt)}`] : []),
      ].join(' · ')}
      action={
        canResend && status !== 'pending' ? (
          <Button size="small" pending={resend.isPending} pendingLabel="Sending..." onClick={() => resend.mutate()}>
            Resend<span className="sr-only"> {name}</span>
          </Button>
        ) : undefined
      }
    />
  )
}
