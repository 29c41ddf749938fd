import { useMutation, useQueryClient } from '@tanstack/react-query'
import { endSecondFactor, renewRecoveryCodes } from '../../api/second-factor.ts'
import { call, sentenceOf } from '../kit/call.ts'
import { toast } from '../kit/toast-store.ts'

const toldFailure = (title: string) => (error: Error) =>
  toast({ title, description: sentenceOf(error, 'Please try again.'), variant: 'destructive' })

export const useRenewCodes = () =>
  useMutation({
    mutationFn: () => call(renewRecoveryCodes),
    onError: toldFailure('No new codes were made'),
  })

export function useTurnOff() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(endSecondFactor),
    onSuccess: ({ isOn }) => toast.success(isOn ? 'The authenticator app was taken off' : 'Two-step sign-in is off'),
    onError: toldFailure('It is still on'),
    onSettled: () => client.invalidateQueries({ queryKey: ['users'] }),
  })
}
