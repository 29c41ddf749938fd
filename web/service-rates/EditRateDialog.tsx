import { changeServiceRate } from '../../api/service-rates.ts'
import { ServiceRateChange, type ServiceRateView } from '../../domain/service-rate.ts'
import { officeDate } from '../../domain/time.ts'
import { useServiceName } from '../firm-settings/queries.ts'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useEditForm } from '../kit/save-form.ts'
import { formatMoney } from '../kit/money.ts'
import { useNow } from '../kit/now.ts'
import { DateField } from '../kit/TextField.tsx'
import { formValuesOf } from './actions.ts'
import { rateById } from './queries.ts'
import { RateFields } from './RateFields.tsx'
import { scheduledWords, texts } from './words.ts'

const failure = 'Failed to update service rate'

export function EditRateDialog({ rate, onClose }: { rate: ServiceRateView; onClose: () => void }) {
  const serviceName = useServiceName()
  const form = useEditForm({
    item: rate,
    read: (client) => client.fetchQuery({ ...rateById(rate.id), staleTime: 0 }),
    valuesOf: (each) => ({ ...formValuesOf(each), hourlyRateFrom: '' }),
    describe: (after) => describe(after, serviceName(after.serviceType)),
    schema: ServiceRateChange,
    failure,
    send: (body, ifMatch) => call(changeServiceRate, { params: { id: rate.id }, body, ifMatch }),
    success: 'Service rate updated successfully',
    queryKey: ['service-rates'],
    onClose,
  })
  return (
    <FormDialog
      title="Edit Rate Card"
      description="Existing proposals keep their current prices."
      form={form}
      submit="Save changes"
      submitting="Updating..."
      onClose={onClose}
    >
      <RateFields form={form} current={rate.serviceType} />
      <DateField
        label="New hourly rate from"
        optional
        help={texts.rateFrom}
        className="mt-4"
        min={officeDate(useNow())}
        error={form.errorOf('hourlyRateFrom')}
        {...form.register('hourlyRateFrom')}
      />
    </FormDialog>
  )
}

const priceOf = (cents: number | null) => (cents === null ? 'none' : formatMoney(cents))

const describe = (after: ServiceRateView, service: string): [keyof ServiceRateView, string, string][] => [
  ['serviceName', 'Service name', after.serviceName],
  ['serviceType', 'Service type', service],
  ['description', 'Description', after.description],
  ['hourlyRate', 'Hourly rate', priceOf(after.hourlyRate)],
  ['scheduledRates', 'Scheduled hourly rate', after.scheduledRates.map(scheduledWords).join(', ') || 'none'],
  ['projectRate', 'Project price', priceOf(after.projectRate)],
  ['monthlyRate', 'Monthly price', priceOf(after.monthlyRate)],
  ['isActive', 'Status', after.isActive ? 'Active' : 'Inactive'],
]
