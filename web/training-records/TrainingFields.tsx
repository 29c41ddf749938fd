import { EmployeePicker } from '../employees/EmployeePicker.tsx'
import type { PortalForm } from '../kit/form-with.ts'
import { DateField, TextField } from '../kit/TextField.tsx'
import { CertificateField } from './CertificateField.tsx'
import type { CheckedTraining, TrainingFormValues } from './training-form.ts'
import { TrainingNameField } from './TrainingNameField.tsx'

type TrainingFieldsProps = {
  form: PortalForm<TrainingFormValues, CheckedTraining>
  folderId: string
  canUpload: boolean
  choosesEmployee: boolean
}

export function TrainingFields({ form, folderId, canUpload, choosesEmployee }: TrainingFieldsProps) {
  const { register, errorOf, watch, setValue } = form
  const choose = (name: 'employeeId' | 'documentId', id: string) =>
    setValue(name, id, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      {choosesEmployee && (
        <div className="sm:col-span-2">
          <EmployeePicker
            label="Employee"
            folderId={folderId}
            value={watch('employeeId') || null}
            error={errorOf('employeeId')}
            onChoose={(id) => choose('employeeId', id)}
          />
        </div>
      )}
      <TrainingNameField
        folderId={folderId}
        className="sm:col-span-2"
        error={errorOf('training')}
        {...register('training')}
      />
      <TextField
        label="Provider or trainer"
        className="sm:col-span-2"
        autoComplete="off"
        error={errorOf('provider')}
        {...register('provider')}
      />
      <DateField label="Completed on" error={errorOf('completedOn')} {...register('completedOn')} />
      <DateField label="Valid until" optional error={errorOf('validUntil')} {...register('validUntil')} />
      <TextField
        label="Hours"
        optional
        inputMode="decimal"
        help="In quarter hours, such as 1.5"
        error={errorOf('hours')}
        {...register('hours')}
      />
      <CertificateField
        folderId={folderId}
        canUpload={canUpload}
        value={watch('documentId') || null}
        error={errorOf('documentId')}
        onChoose={(id) => choose('documentId', id ?? '')}
      />
    </div>
  )
}
