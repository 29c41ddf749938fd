import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { readFirstSteps, sendTestMessage, setFirstStepsAside, takeFirstStepsBack } from '../../api/first-steps.ts'
import type { FirstSteps } from '../../domain/first-steps.ts'
import { call, sentenceOf } from '../kit/call.ts'
import { toast } from '../kit/toast-store.ts'

// Among the dashboard's figures, which are read again whatever changes: staff, rate cards, letters.
const queryKey = ['dashboard', 'first-steps']

const isOver = (steps: FirstSteps | undefined) => steps?.isSetAside === true || steps?.steps.every(({ done }) => done)

/** What becomes of a test message is told by nobody: it is asked for until the mail server has answered. */
const answerPending = (steps: FirstSteps | undefined) =>
  steps?.testMessage?.status === 'queued' && steps.testMessage.reason === null

export const firstSteps = queryOptions({
  queryKey,
  queryFn: ({ signal }) => call(readFirstSteps, { signal }),
  enabled: ({ state }) => !isOver(state.data),
  refetchInterval: ({ state }) => (answerPending(state.data) ? 1500 : false),
})

export function useSettingAside() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (aside: boolean) => call(aside ? setFirstStepsAside : takeFirstStepsBack),
    onSuccess: (steps) => void client.setQueryData(queryKey, steps),
    onError: (error) => toast.error(sentenceOf(error, 'Something went wrong on our side.')),
  })
}

export function useTestMessage() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(sendTestMessage),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
}
