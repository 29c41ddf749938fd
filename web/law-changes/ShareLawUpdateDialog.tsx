import { z } from 'zod'
import { createAssignment } from '../../api/assignments.ts'
import { sendMessage } from '../../api/messages.ts'
import { AssignmentInput } from '../../domain/assignment.ts'
import type { LawChange } from '../../domain/law-change.ts'
import { MessageInput } from '../../domain/message.ts'
import { FolderPicker } from '../client-folders/FolderPicker.tsx'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import type { PortalForm } from '../kit/form-with.ts'
import { useSaveForm } from '../kit/save-form.ts'
import { DateField, TextArea, TextField } from '../kit/TextField.tsx'
import { assignmentFrom, messageFrom } from './words.ts'

export interface LawUpdateShare {
  kind: 'assignment' | 'message'
  change: LawChange
  /** Known on a folder's own page; chosen on the board. */
  folderId?: string
}

type ShareLawUpdateDialogProps = { handing: LawUpdateShare; onClose: () => void }

/** Makes a change of the law an assignment for a client, or a message to them. */
export function ShareLawUpdateDialog({ handing, onClose }: ShareLawUpdateDialogProps) {
  return handing.kind === 'assignment' ? (
    <AsAssignment handing={handing} onClose={onClose} />
  ) : (
    <AsMessage handing={handing} onClose={onClose} />
  )
}

const folder = { clientFolderId: z.string().min(1, 'Choose a client folder.') }
const AssignmentForm = AssignmentInput.extend(folder)
const MessageForm = MessageInput.extend(folder)

function AsAssignment({ handing: { change, folderId }, onClose }: ShareLawUpdateDialogProps) {
  const failure = 'Failed to create assignment'
  const form = useSaveForm({
    schema: AssignmentForm,
    defaultValues: {
      ...assignmentFrom(change),
      documentId: null,
      requiredAction: 'nothing',
      clientFolderId: folderId ?? '',
    },
    failure,
    send: ({ clientFolderId, ...body }, idempotencyKey) =>
      call(createAssignment, { params: { id: clientFolderId }, body, idempotencyKey }),
    success: 'Assignment created successfully',
    queryKey: ['assignments'],
    onClose,
  })
  const { register, errorOf } = form
  return (
    <FormDialog
      title="New assignment"
      description={change.title}
      form={form}
      submit="Create assignment"
      submitting="Creating..."
      onClose={onClose}
    >
      <div className="space-y-4">
        {folderId === undefined && <ForWhom form={form} />}
        <TextField label="Title" error={errorOf('title')} {...register('title')} />
        <TextArea label="Description" rows={5} error={errorOf('description')} {...register('description')} />
        <DateField label="Due date" optional error={errorOf('dueDate')} {...register('dueDate')} />
      </div>
    </FormDialog>
  )
}

function AsMessage({ handing: { change, folderId }, onClose }: ShareLawUpdateDialogProps) {
  const failure = 'Failed to send message'
  const form = useSaveForm({
    schema: MessageForm,
    defaultValues: { content: messageFrom(change, location.origin), clientFolderId: folderId ?? '' },
    failure,
    send: ({ clientFolderId, content }, idempotencyKey) =>
      call(sendMessage, { params: { id: clientFolderId }, body: { content }, idempotencyKey }),
    success: 'Message sent successfully',
    queryKey: ['messages'],
    onClose,
  })
  const { register, errorOf } = form
  return (
    <FormDialog
      title="New message"
      description={change.title}
      form={form}
      submit="Send message"
      submitting="Sending..."
      onClose={onClose}
    >
      <div className="space-y-4">
        {folderId === undefined && <ForWhom form={form} />}
        <TextArea label="Message" rows={12} error={errorOf('content')} {...register('content')} />
      </div>
    </FormDialog>
  )
}

type AnyForm = PortalForm<z.input<typeof AssignmentForm>, z.output<typeof AssignmentForm>>
type MessageFormOf = PortalForm<z.input<typeof MessageForm>, z.output<typeof MessageForm>>

function ForWhom({ form }: { form: AnyForm | MessageFormOf }) {
  // Both forms have this field; the compiler does not join their methods.
  const { watch, setValue, errorOf, formState } = form as MessageFormOf
  return (
    <FolderPicker
      label="Client folder"
      value={watch('clientFolderId')}
      error={errorOf('clientFolderId')}
      onChoose={(chosen) =>
        setValue('clientFolderId', chosen?.id ?? '', { shouldDirty: true, shouldValidate: formState.isSubmitted })
      }
    />
  )
}
