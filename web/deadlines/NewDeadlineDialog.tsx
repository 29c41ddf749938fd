import { useInfiniteQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { createDeadline } from '../../api/deadlines.ts'
import { DeadlineInput, deadlineKindLabels, deadlineKinds } from '../../domain/deadline.ts'
import { employeesOf } from '../employees/queries.ts'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useSaveForm } from '../kit/save-form.ts'
import { choicesOf, SelectField } from '../kit/SelectField.tsx'
import { DateField, TextField } from '../kit/TextField.tsx'

const wrongMonths = 'Enter a whole number of months from 1 to 120.'

/** The months as they are typed. */
const DeadlineForm = DeadlineInput.extend({
  repeatMonths: z
    .string()
    .refine(
      (typed) => typed === '' || (/^\d{1,3}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= 120),
      wrongMonths,
    )
    .transform((typed) => (typed === '' ? null : Number(typed))),
})

export function NewDeadlineDialog({ folderId, onClose }: { folderId: string; onClose: () => void }) {
  const employees = useInfiniteQuery(employeesOf(folderId))
  const listed = employees.data?.pages.flatMap(({ items }) => items) ?? []
  const form = useSaveForm({
    schema: DeadlineForm,
    defaultValues: { title: '', kind: 'license', dueDate: '', employeeId: '', repeatMonths: '' },
    failure: 'Couldn’t create the deadline',
    send: (body, idempotencyKey) => call(createDeadline, { params: { id: folderId }, body, idempotencyKey }),
    success: 'Deadline created',
    queryKey: ['deadlines'],
    onClose,
  })
  const { register, errorOf } = form
  return (
    <FormDialog
      title="New deadline"
      description="We email the team and the client 30 and 7 days before, and the day after."
      form={form}
      submit="Create deadline"
      submitting="Creating..."
      onClose={onClose}
    >
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <TextField label="Title" className="sm:col-span-2" error={errorOf('title')} {...register('title')} />
        <SelectField
          label="Kind"
          choices={choicesOf(deadlineKinds, deadlineKindLabels)}
          error={errorOf('kind')}
          {...register('kind')}
        />
        <DateField label="Due date" error={errorOf('dueDate')} {...register('dueDate')} />
        <SelectField
          label="Employee"
          optional
          empty="None (the whole company)"
          choices={listed.map(({ id, name }) => ({ value: id, label: name }))}
          error={errorOf('employeeId')}
          {...register('employeeId')}
        />
        <TextField
          label="Repeats every (months)"
          optional
          inputMode="numeric"
          error={errorOf('repeatMonths')}
          {...register('repeatMonths')}
        />
      </div>
    </FormDialog>
  )
}
