import { changeAssignment } from '../../api/assignments.ts'
import { AssignmentInput, type AssignmentView } from '../../domain/assignment.ts'
import { call } from '../kit/call.ts'
import { formatDate } from '../kit/dates.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useEditForm } from '../kit/save-form.ts'
import { statusWords } from '../kit/StatusBadge.tsx'
import { AssignmentFields } from './AssignmentFields.tsx'
import { assignmentById } from './queries.ts'
import { requiredActionLabels } from './words.ts'

const failure = 'Failed to update assignment'

export function EditAssignmentDialog({ assignment, onClose }: { assignment: AssignmentView; onClose: () => void }) {
  const form = useEditForm({
    item: assignment,
    read: (client) => client.fetchQuery({ ...assignmentById(assignment.id), staleTime: 0 }),
    valuesOf: formValuesOf,
    describe,
    schema: AssignmentInput,
    failure,
    send: (body, ifMatch) => call(changeAssignment, { params: { id: assignment.id }, body, ifMatch }),
    success: 'Assignment updated successfully',
    queryKey: ['assignments'],
    onClose,
  })
  return (
    <FormDialog title="Edit assignment" form={form} submit="Save changes" submitting="Updating..." onClose={onClose}>
      <AssignmentFields form={form} folderId={assignment.clientFolderId} />
    </FormDialog>
  )
}

const formValuesOf = ({ title, description, dueDate, documentId, requiredAction }: AssignmentView) => ({
  title,
  description,
  dueDate: dueDate ?? '',
  documentId,
  requiredAction,
})

const describe = (after: AssignmentView): [keyof AssignmentView, string, string][] => [
  ['title', 'Title', after.title],
  ['description', 'Description', after.description],
  ['dueDate', 'Due date', after.dueDate === null ? 'none' : formatDate(after.dueDate)],
  ['documentId', 'Document', after.documentId === null ? 'none' : 'a different document'],
  ['requiredAction', 'Client needs to', requiredActionLabels[after.requiredAction]],
  ['status', 'Status', statusWords(after.status)],
]
