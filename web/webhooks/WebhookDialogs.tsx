import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeWebhook, createWebhook } from '../../api/webhooks.ts'
import {
  type CreatedWebhook,
  WebhookChange,
  webhookEventLabels,
  webhookEvents,
  WebhookInput,
  type WebhookView,
} from '../../domain/webhook.ts'
import { call } from '../kit/call.ts'
import { CheckboxField, ChoiceGroup } from '../kit/CheckboxField.tsx'
import { CopyField } from '../kit/CopyField.tsx'
import { usePortalForm } from '../kit/form.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useEditForm } from '../kit/save-form.ts'
import { choicesOf } from '../kit/SelectField.tsx'
import { TextField } from '../kit/TextField.tsx'
import { webhookById } from './queries.ts'
import { texts } from './words.ts'

const eventChoices = choicesOf(webhookEvents, webhookEventLabels)

/** Creates a webhook, then shows its secret once. */
export function NewWebhookDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const [created, setCreated] = useState<CreatedWebhook | null>(null)
  const form = usePortalForm({
    schema: WebhookInput,
    defaultValues: { url: '', events: [] },
    failure: 'Couldn’t create the webhook',
    send: (body, idempotencyKey) => call(createWebhook, { body, idempotencyKey }),
    onSent: (webhook) => {
      setCreated(webhook)
      return client.invalidateQueries({ queryKey: ['webhooks'] })
    },
  })
  return (
    <FormDialog
      title="New webhook"
      description={texts.form}
      width="wide"
      form={form}
      submit="Create webhook"
      submitting="Creating..."
      sent={
        created === null ? undefined : (
          <div className="space-y-4">
            <p className="text-lead text-ink-2">{texts.secret}</p>
            <CopyField label="Signing secret" value={created.secret} />
          </div>
        )
      }
      onClose={onClose}
    >
      <TextField
        label="Address"
        type="url"
        help={texts.address}
        error={form.errorOf('url')}
        {...form.register('url')}
      />
      <ChoiceGroup
        label="Events"
        className="mt-5"
        choices={eventChoices}
        error={form.errorOf('events')}
        {...form.register('events')}
      />
    </FormDialog>
  )
}

export function EditWebhookDialog({ webhook, onClose }: { webhook: WebhookView; onClose: () => void }) {
  const form = useEditForm<WebhookView, typeof WebhookChange, WebhookView>({
    item: webhook,
    read: (client) => client.fetchQuery({ ...webhookById(webhook.id), staleTime: 0 }),
    valuesOf: ({ url, events, isOn }) => ({ url, events, isOn }),
    describe: (after) => [
      ['url', 'Address', after.url],
      ['events', 'Events', after.events.map((event) => webhookEventLabels[event]).join(', ')],
      ['isOn', 'On', after.isOn ? 'Yes' : 'No'],
    ],
    schema: WebhookChange,
    failure: 'Couldn’t save the webhook',
    send: (body, ifMatch) => call(changeWebhook, { params: { id: webhook.id }, body, ifMatch }),
    success: 'Webhook saved',
    queryKey: ['webhooks'],
    onClose,
  })
  return (
    <FormDialog
      title="Edit webhook"
      width="wide"
      form={form}
      submit="Save changes"
      submitting="Saving..."
      onClose={onClose}
    >
      <TextField
        label="Address"
        type="url"
        help={texts.address}
        error={form.errorOf('url')}
        {...form.register('url')}
      />
      <CheckboxField className="mt-4" label="Send events to this address" help={texts.off} {...form.register('isOn')} />
      <ChoiceGroup
        label="Events"
        className="mt-5"
        choices={eventChoices}
        error={form.errorOf('events')}
        {...form.register('events')}
      />
    </FormDialog>
  )
}
