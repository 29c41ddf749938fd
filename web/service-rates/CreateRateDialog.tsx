import { useQueryClient } from '@tanstack/react-query'
import { createServiceRate } from '../../api/service-rates.ts'
import { ServiceRateInput } from '../../domain/service-rate.ts'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { usePortalForm } from '../kit/form.ts'
import { toast } from '../kit/toast-store.ts'
import { RateFields } from './RateFields.tsx'

const failure = 'Failed to create service rate'

export function CreateRateDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const form = usePortalForm({
    schema: ServiceRateInput,
    defaultValues: {
      serviceName: '',
      description: '',
      serviceType: 'hr-operations',
      projectRate: null,
      monthlyRate: null,
    },
    failure,
    send: (body, idempotencyKey) => call(createServiceRate, { body: { ...body, isActive: true }, idempotencyKey }),
    onSent: async () => {
      toast({ title: 'Success', description: 'Service rate created successfully' })
      await client.invalidateQueries({ queryKey: ['service-rates'] })
      onClose()
    },
    onFailed: () => toast({ title: 'Error', description: failure, variant: 'destructive' }),
  })
  return (
    <FormDialog title="Add Rate Card" form={form} submit="Create Rate Card" submitting="Creating..." onClose={onClose}>
      <RateFields form={form} />
    </FormDialog>
  )
}
