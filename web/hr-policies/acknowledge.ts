import { useMutation, useQueryClient } from '@tanstack/react-query'
import { acknowledgeHrPolicy } from '../../api/hr-policies.ts'
import type { HrPolicyView } from '../../domain/hr-policy-version.ts'
import { call, sentenceOf } from '../kit/call.ts'
import { signedIn, useSignInAgain } from '../kit/sign-in-again.ts'
import { toast } from '../kit/toast-store.ts'

/** Says that the reader has read the current version. */
export function useAcknowledge({ slug, currentVersion }: HrPolicyView) {
  const client = useQueryClient()
  const signInAgain = useSignInAgain()
  return useMutation({
    mutationFn: () =>
      signedIn(signInAgain, () =>
        call(acknowledgeHrPolicy, { params: { policy: slug }, body: { version: currentVersion } }),
      ),
    onSuccess: () => toast.success('Policy acknowledged successfully'),
    onError: (error) =>
      toast({
        title: 'Failed to acknowledge policy',
        description: sentenceOf(error, 'Try again.'),
        variant: 'destructive',
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ['hr-policies'] }),
  })
}
