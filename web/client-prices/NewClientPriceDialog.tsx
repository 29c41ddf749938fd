import { createClientPrice } from '../../api/client-prices.ts'
import { ClientPriceInput } from '../../domain/client-price.ts'
import { ServiceRateInput } from '../../domain/service-rate.ts'
import { officeDate } from '../../domain/time.ts'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { MoneyField } from '../kit/MoneyField.tsx'
import { useNow } from '../kit/now.ts'
import { useSaveForm } from '../kit/save-form.ts'
import { SelectField } from '../kit/SelectField.tsx'
import { DateField } from '../kit/TextField.tsx'
import { useHourlyRates } from './use-hourly-rates.ts'
import { texts } from './words.ts'

/** The rate is required here; the panel ends a price. */
const ClientPriceForm = ClientPriceInput.extend({ hourlyRate: ServiceRateInput.shape.hourlyRate })

export function NewClientPriceDialog({ folderId, onClose }: { folderId: string; onClose: () => void }) {
  const form = useSaveForm({
    schema: ClientPriceForm,
    defaultValues: { serviceRateId: '', effectiveFrom: '' },
    failure: 'Couldn’t save the client price',
    send: (body, idempotencyKey) => call(createClientPrice, { params: { id: folderId }, body, idempotencyKey }),
    success: 'Client price saved',
    queryKey: ['client-prices'],
    onClose,
  })
  const { control, errorOf, register } = form
  return (
    <FormDialog
      title="New client price"
      description={texts.newPrice}
      form={form}
      submit="Save client price"
      submitting="Saving..."
      onClose={onClose}
    >
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <SelectField
          label="Service"
          className="sm:col-span-2"
          choices={useHourlyRates(folderId)}
          empty="Choose a rate card"
          error={errorOf('serviceRateId')}
          {...register('serviceRateId')}
        />
        <MoneyField
          label="Hourly rate for this client"
          name="hourlyRate"
          control={control}
          error={errorOf('hourlyRate')}
        />
        <DateField
          label="Starts on"
          optional
          help="Leave empty to start today."
          min={officeDate(useNow())}
          error={errorOf('effectiveFrom')}
          {...register('effectiveFrom')}
        />
      </div>
    </FormDialog>
  )
}
