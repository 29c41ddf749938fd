import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createPushSubscription, deletePushSubscription } from '../../api/push-subscriptions.ts'
import type { PushSubscriptionView } from '../../domain/push-subscription.ts'
import { call, sentenceOf } from '../kit/call.ts'
import { toast } from '../kit/toast-store.ts'
import { subscribe, unsubscribe } from './browser-push.ts'

export function useTurnOn() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async (publicKey: string) => {
      const body = await subscribe(publicKey)
      try {
        return await call(createPushSubscription, { body })
      } catch (error) {
        // Without the portal's part, the browser would show the setting as on.
        await unsubscribe()
        throw error
      }
    },
    onSuccess: () => toast.success('Notifications turned on'),
    onError: sayNot('Couldn’t turn on notifications'),
    onSettled: refresh,
  })
}

export function useTurnOff() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async ({ id, current }: PushSubscriptionView) => {
      const device = await call(deletePushSubscription, { params: { id } })
      if (current) await unsubscribe()
      return device
    },
    onSuccess: ({ browser, current }) =>
      toast.success(current ? 'Notifications turned off' : `Notifications turned off on ${browser}`),
    onError: sayNot('Couldn’t turn off notifications'),
    onSettled: refresh,
  })
}

function useRefresh() {
  const client = useQueryClient()
  return async () => {
    await client.invalidateQueries({ queryKey: ['push-subscriptions'] })
    await client.invalidateQueries({ queryKey: ['sessions'] })
  }
}

const sayNot = (title: string) => (error: Error) =>
  toast({ title, description: sentenceOf(error, 'Try again.'), variant: 'destructive' })
