// The form of a bulk action: it starts the action and opens the page that shows its progress.
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { DefaultValues, FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { createBulkAction } from '../../api/bulk-actions.ts'
import { type BulkActionInput, type BulkKind, type BulkRecipients, maxRecipients } from '../../domain/bulk-action.ts'
import { call } from '../kit/call.ts'
import { useSaveForm } from '../kit/save-form.ts'
import { recipientCount } from './queries.ts'
import { clientsInWords, kindWords, texts } from './words.ts'

export type BulkFormProps = {
  recipients: BulkRecipients
  onClose: () => void
  onStarted?: (() => void) | undefined
}

type BulkForm<S extends z.ZodType<FieldValues, FieldValues>> = BulkFormProps & {
  kind: BulkKind
  /** The schema of the content. */
  schema: S
  defaultValues: DefaultValues<z.input<S>>
}

/** Also returns the texts of the dialog, with the number of recipients. */
export function useBulkForm<S extends z.ZodType<FieldValues, FieldValues>>(plan: BulkForm<S>) {
  const { kind, schema, defaultValues, recipients, onClose, onStarted } = plan
  const navigate = useNavigate()
  const form = useSaveForm({
    schema,
    defaultValues,
    failure: 'Couldn’t start the bulk action',
    send: (content, idempotencyKey) =>
      // The schema is that of the kind.
      call(createBulkAction, { body: { ...content, kind, recipients } as unknown as BulkActionInput, idempotencyKey }),
    success: 'Bulk action started',
    queryKey: ['bulk-actions'],
    onClose,
    onSaved: ({ id }) => {
      onStarted?.()
      void navigate({ to: '/bulk-actions/$id', params: { id } })
    },
  })
  const count = useRecipientCount(recipients)
  const { title, submit, submitting } = kindWords[kind]
  return {
    form,
    dialog: {
      title: title(count === undefined ? 'clients' : clientsInWords(count)),
      description: problemWith(count) ?? (kind === 'invitation' ? undefined : texts.each),
      submit,
      submitting,
      disabled: count === undefined || count === 0 || count > maxRecipients,
      form,
      onClose,
    },
  }
}

function useRecipientCount(recipients: BulkRecipients): number | undefined {
  const filter = 'filter' in recipients ? recipients.filter : null
  const { data } = useQuery({ ...recipientCount(filter ?? {}), enabled: filter !== null })
  return 'folderIds' in recipients ? recipients.folderIds.length : data?.count
}

function problemWith(count: number | undefined): string | null {
  if (count === 0) return texts.none
  if (count !== undefined && count > maxRecipients) return texts.tooMany(clientsInWords(maxRecipients))
  return null
}
