import { useMutation, useQueryClient } from '@tanstack/react-query'
import { endSecondFactor, renewRecoveryCodes } from '../../api/second-factor.ts'
import { call, sentenceOf } from '../kit/call.ts'
import { toast } from '../kit/toast-store.ts'

const toastFailure = (title: string) => (error: Error) =>
  toast({ title, description: sentenceOf(error, 'Try again.'), variant: 'destructive' })

export const useRenewCodes = () =>
  useMutation({
    mutationFn: () => call(renewRecoveryCodes),
    onError: toastFailure('Couldn’t create new codes'),
  })

export function useTurnOff() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(endSecondFactor),
    onSuccess: ({ isOn }) => toast.success(isOn ? 'Authenticator app removed' : 'Two-factor authentication turned off'),
    onError: toastFailure('Couldn’t turn it off'),
    onSettled: () => client.invalidateQueries({ queryKey: ['users'] }),
  })
}
