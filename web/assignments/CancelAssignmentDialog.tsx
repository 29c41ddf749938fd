import { z } from 'zod'
import { changeAssignmentStatus } from '../../api/assignments.ts'
import type { AssignmentView } from '../../domain/assignment.ts'
import { requiredText } from '../../domain/text.ts'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useSaveForm } from '../kit/save-form.ts'
import { TextArea } from '../kit/TextField.tsx'
import { texts } from './words.ts'

const CancelForm = z.strictObject({ reason: requiredText('Enter a reason.') })

export function CancelAssignmentDialog({ assignment, onClose }: { assignment: AssignmentView; onClose: () => void }) {
  const form = useSaveForm({
    schema: CancelForm,
    defaultValues: { reason: '' },
    failure: 'Failed to update assignment',
    send: ({ reason }) =>
      call(changeAssignmentStatus, {
        params: { id: assignment.id },
        body: { status: 'cancelled', reason },
        ifMatch: assignment.version,
      }),
    success: 'Assignment canceled',
    queryKey: ['assignments'],
    onClose,
  })
  return (
    <FormDialog
      title={`Cancel “${assignment.title}”?`}
      description={texts.cancel}
      form={form}
      submit="Cancel assignment"
      keep="Keep assignment"
      submitting="Canceling..."
      onClose={onClose}
    >
      <TextArea label="Reason" error={form.errorOf('reason')} {...form.register('reason')} />
    </FormDialog>
  )
}
