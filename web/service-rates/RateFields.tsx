import type { z } from 'zod'
import type { ServiceRateInput } from '../../domain/service-rate.ts'
import type { PortalForm } from '../kit/form-with.ts'
import { MoneyField } from '../kit/MoneyField.tsx'
import { SelectField } from '../kit/SelectField.tsx'
import { TextArea, TextField } from '../kit/TextField.tsx'
import { typeChoices } from './words.ts'

type RateFieldsProps = {
  form: Pick<PortalForm<z.input<typeof ServiceRateInput>, ServiceRateInput>, 'register' | 'control' | 'errorOf'>
}

/** What a rate card says, for adding and for changing one. */
export function RateFields({ form: { register, control, errorOf } }: RateFieldsProps) {
  return (
    <div className="space-y-4">
      <TextField label="Service name" error={errorOf('serviceName')} {...register('serviceName')} />
      <SelectField
        label="Service type"
        choices={typeChoices}
        error={errorOf('serviceType')}
        {...register('serviceType')}
      />
      <TextArea label="Description" error={errorOf('description')} {...register('description')} />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
        <MoneyField label="Hourly rate" name="hourlyRate" control={control} />
        <MoneyField label="Project price" optional name="projectRate" control={control} />
        <MoneyField label="Monthly price" optional name="monthlyRate" control={control} />
      </div>
    </div>
  )
}
