import { addStaffNote } from '../../api/staff-notes.ts'
import { CallInput } from '../../domain/staff-note.ts'
import { call } from '../kit/call.ts'
import { officeDay } from '../kit/dates.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useNow } from '../kit/now.ts'
import { useSaveForm } from '../kit/save-form.ts'
import { CallFields } from './CallFields.tsx'
import { kindLabels, texts } from './words.ts'

/** Adds the record of a call or a meeting to the thread, for the team. */
export function LogCallDialog({ folderId, onClose }: { folderId: string; onClose: () => void }) {
  const now = useNow()
  const form = useSaveForm({
    schema: CallInput,
    defaultValues: { kind: 'call', heldOn: officeDay(now), heldWith: '', subject: '', content: '' },
    failure: 'Couldn’t save the call or meeting',
    send: (body, idempotencyKey) => call(addStaffNote, { params: { id: folderId }, body, idempotencyKey }),
    success: ({ kind }) => `${kindLabels[kind]} logged`,
    queryKey: ['staff-notes', folderId],
    onClose,
  })
  return (
    <FormDialog
      title="Log call or meeting"
      description={texts.logCall}
      form={form}
      submit="Save for staff only"
      submitting="Saving..."
      onClose={onClose}
    >
      <CallFields form={form} />
    </FormDialog>
  )
}
