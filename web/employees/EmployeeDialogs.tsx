import { addEmployee, changeEmployee } from '../../api/employees.ts'
import { EmployeeInput, type EmployeeView, workTypeLabels, workTypes } from '../../domain/employee.ts'
import { languageLabels, languages } from '../../domain/language.ts'
import { call } from '../kit/call.ts'
import { formatDate } from '../kit/dates.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useEditForm, useSaveForm } from '../kit/save-form.ts'
import { choicesOf, SelectField } from '../kit/SelectField.tsx'
import { DateField, TextField } from '../kit/TextField.tsx'
import { employeeById } from './queries.ts'
import { texts } from './words.ts'

export function AddEmployeeDialog({ folderId, onClose }: { folderId: string; onClose: () => void }) {
  const form = useSaveForm({
    schema: EmployeeInput,
    defaultValues: {
      name: '',
      email: '',
      jobTitle: '',
      workType: 'full-time',
      startDate: '',
      endDate: '',
      language: 'en',
    },
    failure: 'Couldn’t add the employee',
    send: (body, idempotencyKey) => call(addEmployee, { params: { id: folderId }, body, idempotencyKey }),
    success: 'Employee added',
    queryKey: ['employees'],
    onClose,
  })
  return (
    <FormDialog
      title="Add employee"
      description={texts.addEmployee}
      form={form}
      submit="Add employee"
      submitting="Adding..."
      onClose={onClose}
    >
      <EmployeeFields {...form} startDateHelp={texts.startedEarlier} />
    </FormDialog>
  )
}

export function EditEmployeeDialog({ employee, onClose }: { employee: EmployeeView; onClose: () => void }) {
  const form = useEditForm({
    item: employee,
    read: (client) => client.fetchQuery({ ...employeeById(employee.id), staleTime: 0 }),
    valuesOf,
    describe,
    schema: EmployeeInput,
    failure: 'Couldn’t save the employee',
    send: (body, ifMatch) => call(changeEmployee, { params: { id: employee.id }, body, ifMatch }),
    success: 'Employee saved',
    queryKey: ['employees'],
    onClose,
  })
  return (
    <FormDialog
      title="Edit employee"
      description="Changing the first or last day also moves open standard deadlines."
      form={form}
      submit="Save changes"
      submitting="Saving..."
      onClose={onClose}
    >
      <EmployeeFields {...form} />
    </FormDialog>
  )
}

type FieldsProps = Pick<ReturnType<typeof useSaveForm<typeof EmployeeInput, EmployeeView>>, 'register' | 'errorOf'> & {
  startDateHelp?: string
}

function EmployeeFields({ register, errorOf, startDateHelp }: FieldsProps) {
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <TextField label="Name" autoComplete="off" error={errorOf('name')} {...register('name')} />
      <TextField label="Job title" autoComplete="off" error={errorOf('jobTitle')} {...register('jobTitle')} />
      <TextField
        label="Email"
        type="email"
        optional
        autoComplete="off"
        error={errorOf('email')}
        {...register('email')}
      />
      <SelectField
        label="Work type"
        choices={choicesOf(workTypes, workTypeLabels)}
        error={errorOf('workType')}
        {...register('workType')}
      />
      <DateField
        label="First day of work"
        help={startDateHelp}
        error={errorOf('startDate')}
        {...register('startDate')}
      />
      <DateField label="Last day of work" optional error={errorOf('endDate')} {...register('endDate')} />
      <SelectField
        label="Email language"
        choices={choicesOf(languages, languageLabels)}
        error={errorOf('language')}
        {...register('language')}
      />
    </div>
  )
}

const valuesOf = ({ name, email, jobTitle, workType, startDate, endDate, language }: EmployeeView) => ({
  name,
  email: email ?? '',
  jobTitle,
  workType,
  startDate,
  endDate: endDate ?? '',
  language,
})

const describe = (after: EmployeeView): [keyof EmployeeView, string, string][] => [
  ['name', 'Name', after.name],
  ['email', 'Email', after.email ?? 'None'],
  ['jobTitle', 'Job title', after.jobTitle],
  ['workType', 'Work type', workTypeLabels[after.workType]],
  ['startDate', 'First day of work', formatDate(after.startDate)],
  ['endDate', 'Last day of work', after.endDate === null ? 'None' : formatDate(after.endDate)],
  ['language', 'Email language', languageLabels[after.language]],
]
