import { useQueryClient } from '@tanstack/react-query'
import { changeAssignment } from '../../api/assignments.ts'
import { AssignmentInput, type AssignmentView } from '../../domain/assignment.ts'
import { call } from '../kit/call.ts'
import { formatDate } from '../kit/dates.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { usePortalForm } from '../kit/form.ts'
import { type Difference, keepTyped, useNewerVersion } from '../kit/newer-version.ts'
import { NewerVersion } from '../kit/NewerVersion.tsx'
import { statusWords } from '../kit/StatusBadge.tsx'
import { toast } from '../kit/toast-store.ts'
import { AssignmentFields } from './AssignmentFields.tsx'
import { assignmentById } from './queries.ts'
import { wantsWords } from './words.ts'

const failure = 'Failed to update assignment'

export function EditAssignmentDialog({ assignment, onClose }: { assignment: AssignmentView; onClose: () => void }) {
  const client = useQueryClient()
  const newer = useNewerVersion<AssignmentView>({
    first: assignment,
    read: () => client.fetchQuery({ ...assignmentById(assignment.id), staleTime: 0 }),
    describe,
    adopt: (newest) => form.reset(typedFrom(newest), keepTyped),
  })
  const form = usePortalForm({
    schema: AssignmentInput,
    defaultValues: typedFrom(assignment),
    failure,
    send: (body) => newer.onBase((ifMatch) => call(changeAssignment, { params: { id: assignment.id }, body, ifMatch })),
    onSent: async () => {
      toast({ title: 'Success', description: 'Assignment updated successfully' })
      await client.invalidateQueries({ queryKey: ['assignments'] })
      onClose()
    },
    onFailed: () => toast({ title: 'Error', description: failure, variant: 'destructive' }),
  })
  return (
    <FormDialog title="Edit assignment" form={form} submit="Save assignment" submitting="Updating..." onClose={onClose}>
      <NewerVersion differences={newer.differences} />
      <AssignmentFields form={form} folderId={assignment.clientFolderId} />
    </FormDialog>
  )
}

const typedFrom = ({ title, description, dueDate, documentId, wants }: AssignmentView) => ({
  title,
  description,
  dueDate: dueDate ?? '',
  documentId,
  wants,
})

function describe(before: AssignmentView, after: AssignmentView): Difference[] {
  const fields: [keyof AssignmentView, string, string][] = [
    ['title', 'Title', after.title],
    ['description', 'Description', after.description],
    ['dueDate', 'Due date', after.dueDate === null ? 'none' : formatDate(after.dueDate)],
    ['documentId', 'Document', after.documentId === null ? 'none' : 'another one'],
    ['wants', 'The client is to give', wantsWords[after.wants]],
    ['status', 'Status', statusWords(after.status)],
  ]
  return fields.filter(([key]) => before[key] !== after[key]).map(([, label, now]) => ({ label, now }))
}
