import { useQueryClient } from '@tanstack/react-query'
import { assignTraining } from '../../api/training-records.ts'
import { TrainingAssignment, type TrainingAssignmentResult } from '../../domain/training-record.ts'
import { optionalId } from '../../domain/text.ts'
import { EmployeePicker } from '../employees/EmployeePicker.tsx'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useSaveForm } from '../kit/save-form.ts'
import { DateField } from '../kit/TextField.tsx'
import { TrainingNameField } from './TrainingNameField.tsx'
import { texts } from './words.ts'

const AssignmentForm = TrainingAssignment.omit({ employeeIds: true }).extend({ employeeId: optionalId })

/** Adds deadlines for a training: for all employees, or for one. */
export function AssignTrainingDialog({ folderId, onClose }: { folderId: string; onClose: () => void }) {
  const client = useQueryClient()
  const form = useSaveForm({
    schema: AssignmentForm,
    defaultValues: { training: '', dueDate: '', employeeId: '' },
    failure: 'Couldn’t assign the training',
    send: ({ employeeId, ...rest }, idempotencyKey) =>
      call(assignTraining, {
        params: { id: folderId },
        body: { ...rest, employeeIds: employeeId === null ? null : [employeeId] },
        idempotencyKey,
      }),
    success: resultOf,
    queryKey: ['deadlines'],
    onClose,
    onSaved: () => void client.invalidateQueries({ queryKey: ['employees'] }),
  })
  const { register, errorOf, watch, setValue } = form
  const choose = (id: string) => setValue('employeeId', id, { shouldDirty: true })
  return (
    <FormDialog
      title="Assign training"
      description={texts.assign}
      form={form}
      submit="Assign training"
      submitting="Assigning..."
      onClose={onClose}
    >
      <div className="space-y-4">
        <TrainingNameField folderId={folderId} error={errorOf('training')} {...register('training')} />
        <DateField label="Due date" error={errorOf('dueDate')} {...register('dueDate')} />
        <EmployeePicker
          label="Employee"
          optional
          help="Leave this empty to assign it to all current employees."
          folderId={folderId}
          value={watch('employeeId') || null}
          error={errorOf('employeeId')}
          onChoose={choose}
          onClear={() => choose('')}
        />
      </div>
    </FormDialog>
  )
}

const resultOf = ({ created, skipped }: TrainingAssignmentResult) =>
  created === 0
    ? 'No deadlines added, because they already exist'
    : `Assigned to ${created} ${created === 1 ? 'employee' : 'employees'}${skipped === 0 ? '' : `, ${skipped} skipped`}`
