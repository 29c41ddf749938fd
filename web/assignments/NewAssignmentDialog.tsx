import { createAssignment } from '../../api/assignments.ts'
import { AssignmentInput } from '../../domain/assignment.ts'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useSaveForm } from '../kit/save-form.ts'
import { AssignmentFields } from './AssignmentFields.tsx'

const failure = 'Failed to create assignment'

export function NewAssignmentDialog({ folderId, onClose }: { folderId: string; onClose: () => void }) {
  const form = useSaveForm({
    schema: AssignmentInput,
    defaultValues: { title: '', description: '', dueDate: '', documentId: null, requiredAction: 'nothing' },
    failure,
    send: (body, idempotencyKey) => call(createAssignment, { params: { id: folderId }, body, idempotencyKey }),
    success: 'Assignment created successfully',
    queryKey: ['assignments'],
    onClose,
  })
  return (
    <FormDialog
      title="New assignment"
      description="We’ll notify the client right away."
      form={form}
      submit="Create assignment"
      submitting="Creating..."
      onClose={onClose}
    >
      <AssignmentFields form={form} folderId={folderId} />
    </FormDialog>
  )
}
