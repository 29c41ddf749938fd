import { createServiceRate } from '../../api/service-rates.ts'
import { ServiceRateInput } from '../../domain/service-rate.ts'
import { useServiceOptions } from '../firm-settings/queries.ts'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { useSaveForm } from '../kit/save-form.ts'
import { RateFields } from './RateFields.tsx'

const failure = 'Failed to create service rate'

export function CreateRateDialog({ onClose }: { onClose: () => void }) {
  const first = useServiceOptions()[0]?.value ?? ''
  const form = useSaveForm({
    schema: ServiceRateInput,
    defaultValues: {
      serviceName: '',
      description: '',
      serviceType: first,
      projectRate: null,
      monthlyRate: null,
    },
    failure,
    send: (body, idempotencyKey) => call(createServiceRate, { body: { ...body, isActive: true }, idempotencyKey }),
    success: 'Service rate created successfully',
    queryKey: ['service-rates'],
    onClose,
  })
  return (
    <FormDialog title="Add Rate Card" form={form} submit="Create Rate Card" submitting="Creating..." onClose={onClose}>
      <RateFields form={form} />
    </FormDialog>
  )
}
