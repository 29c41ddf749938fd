import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { TimeEntryInput } from '../../domain/time-entry.ts'
import { FolderPicker } from '../client-folders/FolderPicker.tsx'
import { useHourlyRates } from '../client-prices/use-hourly-rates.ts'
import { CheckboxField } from '../kit/CheckboxField.tsx'
import type { PortalForm } from '../kit/form-with.ts'
import { SelectField } from '../kit/SelectField.tsx'
import { DateField, TextField } from '../kit/TextField.tsx'
import type { TimeFormValues } from './time-form.ts'

type TimeFieldsProps = {
  form: Pick<
    PortalForm<TimeFormValues, TimeEntryInput>,
    'register' | 'errorOf' | 'control' | 'setValue' | 'setFocus' | 'formState'
  >
  /** The card that the entry has, which may be inactive by now. */
  current?: { id: string; name: string }
  today: string
}

export function TimeFields({ form, current, today }: TimeFieldsProps) {
  const { register, errorOf, control, setValue, setFocus, formState } = form
  const clientFolderId = useWatch({ control, name: 'clientFolderId' })
  const [hadFolder] = useState(clientFolderId !== '')
  // The client is known, so that the time can be typed right away.
  useEffect(() => {
    if (hadFolder) setFocus('minutes')
  }, [hadFolder, setFocus])
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <FolderPicker
        label="Client folder"
        value={clientFolderId}
        error={errorOf('clientFolderId')}
        onChoose={(folder) => {
          if (folder !== null)
            setValue('clientFolderId', folder.id, { shouldDirty: true, shouldValidate: formState.isSubmitted })
        }}
      />
      <SelectField
        label="Service"
        choices={useHourlyRates(clientFolderId, current)}
        empty="Choose a rate card"
        error={errorOf('serviceRateId')}
        {...register('serviceRateId')}
      />
      <TextField
        label="Time"
        placeholder="1:30"
        help="1:30, 1.5, or 45m"
        autoComplete="off"
        error={errorOf('minutes')}
        {...register('minutes')}
      />
      <DateField label="Date" max={today} error={errorOf('date')} {...register('date')} />
      <TextField
        label="Description"
        optional
        className="sm:col-span-2"
        maxLength={10_000}
        autoComplete="off"
        error={errorOf('description')}
        {...register('description')}
      />
      <CheckboxField label="Billable" error={errorOf('isBillable')} {...register('isBillable')} />
    </div>
  )
}
