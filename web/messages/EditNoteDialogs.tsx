import type { QueryClient } from '@tanstack/react-query'
import { changeStaffNote, readStaffNote } from '../../api/staff-notes.ts'
import { CallInput, type StaffNote, StaffNoteInput } from '../../domain/staff-note.ts'
import { call } from '../kit/call.ts'
import { formatDate } from '../kit/dates.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useEditForm } from '../kit/save-form.ts'
import { TextArea } from '../kit/TextField.tsx'
import { CallFields } from './CallFields.tsx'
import { kindLabels } from './words.ts'

type EditProps = { note: StaffNote; onClose: () => void }

export function EditNoteDialog({ note, onClose }: EditProps) {
  const form = useEditForm({
    ...editOf(note, onClose),
    valuesOf: ({ content }: StaffNote) => ({ kind: 'note' as const, content }),
    schema: StaffNoteInput,
  })
  return (
    <FormDialog title="Edit staff-only note" form={form} submit="Save changes" submitting="Saving..." onClose={onClose}>
      <TextArea label="Staff-only note" rows={6} error={form.errorOf('content')} {...form.register('content')} />
    </FormDialog>
  )
}

export function EditCallDialog({ note, onClose }: EditProps) {
  const form = useEditForm({
    ...editOf(note, onClose),
    valuesOf: ({ kind, heldOn, heldWith, subject, content }: StaffNote) => ({
      kind: kind === 'meeting' ? ('meeting' as const) : ('call' as const),
      heldOn: heldOn ?? '',
      heldWith: heldWith ?? '',
      subject: subject ?? '',
      content,
    }),
    schema: CallInput,
  })
  return (
    <FormDialog
      title={note.kind === 'meeting' ? 'Edit meeting' : 'Edit call'}
      form={form}
      submit="Save changes"
      submitting="Saving..."
      onClose={onClose}
    >
      <CallFields form={form} />
    </FormDialog>
  )
}

const editOf = (note: StaffNote, onClose: () => void) => ({
  item: note,
  read: (client: QueryClient) =>
    client.fetchQuery({
      queryKey: ['staff-notes', 'details', note.id],
      queryFn: () => call(readStaffNote, { params: { id: note.id } }),
      staleTime: 0,
    }),
  describe,
  failure: 'Couldn’t save your changes',
  send: (body: StaffNoteInput, ifMatch: number) => call(changeStaffNote, { params: { id: note.id }, body, ifMatch }),
  success: 'Changes saved',
  queryKey: ['staff-notes', note.clientFolderId],
  onClose,
})

const describe = (after: StaffNote): [keyof StaffNote, string, string][] => [
  ['kind', 'Kind', kindLabels[after.kind]],
  ['heldOn', 'Date', after.heldOn === null ? 'None' : formatDate(after.heldOn)],
  ['heldWith', 'With', after.heldWith ?? 'None'],
  ['subject', 'Subject', after.subject ?? 'None'],
  ['content', 'Notes', after.content],
]
