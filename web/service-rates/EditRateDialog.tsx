import { useQueryClient } from '@tanstack/react-query'
import { changeServiceRate } from '../../api/service-rates.ts'
import { ServiceRateInput, type ServiceRateView } from '../../domain/service-rate.ts'
import { call } from '../kit/call.ts'
import { FormDialog } from '../kit/FormDialog.tsx'
import { usePortalForm } from '../kit/form.ts'
import { type Difference, keepTyped, useNewerVersion } from '../kit/newer-version.ts'
import { NewerVersion } from '../kit/NewerVersion.tsx'
import { services } from '../kit/ServiceDots.tsx'
import { toast } from '../kit/toast-store.ts'
import { typedFrom } from './moves.ts'
import { rateById } from './queries.ts'
import { RateFields } from './RateFields.tsx'
import { pricesOf } from './words.ts'

const failure = 'Failed to update service rate'

export function EditRateDialog({ rate, onClose }: { rate: ServiceRateView; onClose: () => void }) {
  const client = useQueryClient()
  const newer = useNewerVersion<ServiceRateView>({
    first: rate,
    read: () => client.fetchQuery({ ...rateById(rate.id), staleTime: 0 }),
    describe,
    adopt: (newest) => form.reset(typedFrom(newest), keepTyped),
  })
  const form = usePortalForm({
    schema: ServiceRateInput,
    defaultValues: typedFrom(rate),
    failure,
    send: (body) => newer.onBase((ifMatch) => call(changeServiceRate, { params: { id: rate.id }, body, ifMatch })),
    onSent: async () => {
      toast({ title: 'Success', description: 'Service rate updated successfully' })
      await client.invalidateQueries({ queryKey: ['service-rates'] })
      onClose()
    },
    onFailed: () => toast({ title: 'Error', description: failure, variant: 'destructive' }),
  })
  return (
    <FormDialog
      title="Edit Rate Card"
      description="Proposals that were made with this card keep the price they have."
      form={form}
      submit="Save Rate Card"
      submitting="Updating..."
      onClose={onClose}
    >
      <NewerVersion differences={newer.differences} />
      <RateFields form={form} />
    </FormDialog>
  )
}

function describe(before: ServiceRateView, after: ServiceRateView): Difference[] {
  const lines: [string, (rate: ServiceRateView) => string][] = [
    ['Service name', (rate) => rate.serviceName],
    ['Service type', (rate) => services[rate.serviceType].label],
    ['Description', (rate) => rate.description],
    ['Prices', (rate) => pricesOf(rate).join(', ')],
    ['Status', (rate) => (rate.isActive ? 'Active' : 'Inactive')],
  ]
  return lines.filter(([, say]) => say(before) !== say(after)).map(([label, say]) => ({ label, now: say(after) }))
}
