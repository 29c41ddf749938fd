import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  readSetupChecklist,
  sendTestMessage,
  hideSetupChecklist,
  showSetupChecklist,
} from '../../api/setup-checklist.ts'
import type { SetupChecklist } from '../../domain/setup-checklist.ts'
import { call, sentenceOf } from '../kit/call.ts'
import { toast } from '../kit/toast-store.ts'

// Under the dashboard's key, so that any change (staff, rate cards, emails) refetches it.
const queryKey = ['dashboard', 'setup-checklist']

const isOver = (steps: SetupChecklist | undefined) =>
  steps?.isDismissed === true || steps?.steps.every(({ done }) => done)

/** The result of a test email sends no live event: poll until the mail server has answered. */
const answerPending = (steps: SetupChecklist | undefined) =>
  steps?.testMessage?.status === 'queued' && steps.testMessage.reason === null

export const setupChecklist = queryOptions({
  queryKey,
  queryFn: ({ signal }) => call(readSetupChecklist, { signal }),
  enabled: ({ state }) => !isOver(state.data),
  refetchInterval: ({ state }) => (answerPending(state.data) ? 1500 : false),
})

export function useNoReplyNeeded() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (aside: boolean) => call(aside ? hideSetupChecklist : showSetupChecklist),
    onSuccess: (steps) => void client.setQueryData(queryKey, steps),
    onError: (error) => toast.error(sentenceOf(error, 'Something went wrong on our end. Try again.')),
  })
}

export function useTestMessage() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(sendTestMessage),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
}
