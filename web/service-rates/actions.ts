import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeServiceRate } from '../../api/service-rates.ts'
import type { ServiceRateInput, ServiceRateView } from '../../domain/service-rate.ts'
import { call, sentenceOf } from '../kit/call.ts'
import { toast } from '../kit/toast-store.ts'

/** Form values of a rate card. */
export const formValuesOf = (rate: ServiceRateView): ServiceRateInput => ({
  serviceName: rate.serviceName,
  description: rate.description,
  serviceType: rate.serviceType,
  // A card created without a rate needs one now; the form shows the error.
  hourlyRate: rate.hourlyRate as number,
  projectRate: rate.projectRate,
  monthlyRate: rate.monthlyRate,
})

/** Takes a card out of use, or back into it; proposals that were made with it stay as they are. */
export function useSetActive() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ rate, isActive }: { rate: ServiceRateView; isActive: boolean }) =>
      call(changeServiceRate, {
        params: { id: rate.id },
        body: { ...formValuesOf(rate), hourlyRate: rate.hourlyRate ?? 0, isActive },
        ifMatch: rate.version,
      }),
    onSuccess: () => toast.success('Service rate updated successfully'),
    onError: (error) => toast.error(`Failed to update service rate. ${sentenceOf(error, '')}`.trim()),
    onSettled: () => client.invalidateQueries({ queryKey: ['service-rates'] }),
  })
}
