import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { escalateConversation } from '../../api/hr-assistant.ts'
import { type AssistantConversationView, EscalationInput } from '../../domain/hr-assistant.ts'
import { ownFolders } from '../client-folders/queries.ts'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { usePortalForm } from '../kit/form.ts'
import { SelectField } from '../kit/SelectField.tsx'
import { TextArea } from '../kit/TextField.tsx'
import { toast } from '../kit/toast-store.ts'
import { conversationById } from './queries.ts'
import { texts } from './words.ts'

type EscalateDialogProps = { conversation: AssistantConversationView; onClose: () => void }

/** Puts the question and its passages into the messages of the client's folder. */
export function EscalateDialog({ conversation: { id, query, kind, clientFolderId }, onClose }: EscalateDialogProps) {
  const client = useQueryClient()
  const { data } = useInfiniteQuery(ownFolders)
  const folders = (data?.pages.flatMap(({ items }) => items) ?? []).filter(({ allowed }) => allowed.includes('send'))
  const form = usePortalForm({
    schema: EscalationInput,
    defaultValues: { clientFolderId: clientFolderId ?? '', content: '' },
    failure: 'Couldn’t send your question. Try again.',
    send: (body, idempotencyKey) => call(escalateConversation, { params: { id }, body, idempotencyKey }),
    onSent: async () => {
      toast.success('Question sent')
      onClose()
      await Promise.all([
        client.invalidateQueries({ queryKey: conversationById(id).queryKey }),
        client.invalidateQueries({ queryKey: ['messages'] }),
      ])
    },
  })
  return (
    <FormDialog
      title={kind === 'crisis' ? 'Write to your consultant' : 'Ask a consultant'}
      description={kind === 'crisis' ? texts.writeToConsultant : texts.askConsultant}
      form={form}
      submit={kind === 'crisis' ? 'Send message' : 'Ask a consultant'}
      submitting="Sending..."
      onClose={onClose}
    >
      <div className="space-y-4">
        <blockquote className="border-l-3 border-tab pl-3 text-body whitespace-pre-line wrap-anywhere text-ink-2">
          {query}
        </blockquote>
        {folders.length > 1 && (
          <SelectField
            label="Client folder"
            empty="Choose a folder"
            choices={folders.map((folder) => ({ value: folder.id, label: folder.name }))}
            error={form.errorOf('clientFolderId')}
            {...form.register('clientFolderId')}
          />
        )}
        <TextArea
          label="Anything to add?"
          optional
          rows={3}
          error={form.errorOf('content')}
          {...form.register('content')}
        />
      </div>
    </FormDialog>
  )
}
