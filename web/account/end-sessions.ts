import { useMutation, useQueryClient } from '@tanstack/react-query'
import { endOtherSessions, endSession } from '../../api/sessions.ts'
import type { SessionView } from '../../domain/session.ts'
import { call, sentenceOf } from '../kit/call.ts'
import { toast } from '../kit/toast-store.ts'

const toldFailure = (error: Error) =>
  toast({
    title: 'The session was not ended',
    description: sentenceOf(error, 'Please try again.'),
    variant: 'destructive',
  })

export function useEndSession() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: SessionView) => call(endSession, { params: { id } }),
    onSuccess: ({ browser }) => toast({ title: 'Success', description: `${browser} was signed out` }),
    onError: toldFailure,
    onSettled: () => client.invalidateQueries({ queryKey: ['sessions'] }),
  })
}

export function useEndOtherSessions() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(endOtherSessions),
    onSuccess: ({ ended }) =>
      toast({ title: 'Success', description: ended === 1 ? '1 other session ended' : `${ended} other sessions ended` }),
    onError: toldFailure,
    onSettled: () => client.invalidateQueries({ queryKey: ['sessions'] }),
  })
}
