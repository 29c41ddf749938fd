import type { z } from 'zod'
import type { ServiceRateInput } from '../../domain/service-rate.ts'
import type { PortalForm } from '../kit/form-with.ts'
import { useServiceOptions } from '../firm-settings/queries.ts'
import { MoneyField } from '../kit/MoneyField.tsx'
import { SelectField } from '../kit/SelectField.tsx'
import { TextArea, TextField } from '../kit/TextField.tsx'

type RateFieldsProps = {
  form: Pick<
    PortalForm<z.input<typeof ServiceRateInput>, ServiceRateInput>,
    'register' | 'control' | 'errorOf' | 'watch'
  >
  /** The service type that the card has. */
  current?: string
}

/** What a rate card says, for adding and for changing one. */
export function RateFields({ form: { register, control, errorOf, watch }, current }: RateFieldsProps) {
  const services = useServiceOptions(current)
  return (
    <div className="space-y-4">
      <TextField label="Service name" error={errorOf('serviceName')} {...register('serviceName')} />
      <SelectField
        label="Service type"
        choices={services}
        error={errorOf('serviceType')}
        {...register('serviceType')}
        value={watch('serviceType')}
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
