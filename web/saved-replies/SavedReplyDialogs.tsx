import { useRef } from 'react'
import type { z } from 'zod'
import { changeSavedReply, createSavedReply } from '../../api/saved-replies.ts'
import { isAdministrator } from '../../domain/actor.ts'
import { replyFields, SavedReplyInput, type SavedReplyView } from '../../domain/saved-reply.ts'
import { call } from '../kit/call.ts'
import { CheckboxField } from '../kit/CheckboxField.tsx'
import { FieldList } from '../kit/FieldList.tsx'
import type { PortalForm } from '../kit/form-with.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useEditForm, useSaveForm } from '../kit/save-form.ts'
import { TextArea, TextField } from '../kit/TextField.tsx'
import { useUser } from '../session/use-auth.ts'
import { savedReplyById } from './queries.ts'
import { texts } from './words.ts'

const queryKey = ['saved-replies']

type NewSavedReplyDialogProps = {
  /** The text that was already written. */
  content?: string
  onClose: () => void
}

export function NewSavedReplyDialog({ content = '', onClose }: NewSavedReplyDialogProps) {
  const form = useSaveForm({
    schema: SavedReplyInput,
    defaultValues: { title: '', content, isShared: false },
    failure: 'Couldn’t create the reply',
    send: (body, idempotencyKey) => call(createSavedReply, { body, idempotencyKey }),
    success: 'Reply created',
    queryKey,
    onClose,
  })
  return (
    <FormDialog
      title="New saved reply"
      width="wide"
      form={form}
      submit="Create reply"
      submitting="Creating..."
      onClose={onClose}
    >
      <Fields form={form} />
    </FormDialog>
  )
}

const whose = ({ isShared }: SavedReplyView) => (isShared ? 'Everyone on the team' : 'Only you')

export function EditSavedReplyDialog({ reply, onClose }: { reply: SavedReplyView; onClose: () => void }) {
  const form = useEditForm<SavedReplyView, typeof SavedReplyInput, SavedReplyView>({
    item: reply,
    read: (client) => client.fetchQuery({ ...savedReplyById(reply.id), staleTime: 0 }),
    valuesOf: ({ title, content, isShared }) => ({ title, content, isShared }),
    describe: (after) => [
      ['title', 'Title', after.title],
      ['content', 'Text', after.content],
      ['isShared', 'Who can use it', whose(after)],
    ],
    schema: SavedReplyInput,
    failure: 'Couldn’t save the reply',
    send: (body, ifMatch) => call(changeSavedReply, { params: { id: reply.id }, body, ifMatch }),
    success: 'Reply saved',
    queryKey,
    onClose,
  })
  return (
    <FormDialog
      title="Edit saved reply"
      width="wide"
      form={form}
      submit="Save changes"
      submitting="Saving..."
      onClose={onClose}
    >
      <Fields form={form} />
    </FormDialog>
  )
}

function Fields({ form }: { form: PortalForm<z.input<typeof SavedReplyInput>, SavedReplyInput> }) {
  const { register, errorOf, setValue } = form
  const area = useRef<HTMLTextAreaElement | null>(null)
  const { ref, ...content } = register('content')
  const insert = (field: string) => {
    const input = area.current
    if (input === null) return
    input.setRangeText(field, input.selectionStart, input.selectionEnd, 'end')
    setValue('content', input.value, { shouldDirty: true })
    input.focus()
  }
  return (
    <div className="space-y-5">
      <TextField label="Title" error={errorOf('title')} {...register('title')} />
      <TextArea
        label="Text"
        rows={7}
        error={errorOf('content')}
        {...content}
        ref={(element) => {
          ref(element)
          area.current = element
        }}
      />
      <FieldList fields={replyFields} help={texts.fields} onInsert={insert} />
      {isAdministrator(useUser()) && (
        <CheckboxField label="Everyone on the team can use it" help={texts.shared} {...register('isShared')} />
      )}
    </div>
  )
}
