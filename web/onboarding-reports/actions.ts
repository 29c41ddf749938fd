import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { changeOnboardingReportStatus, createProposalFromReport } from '../../api/onboarding-reports.ts'
import type { OnboardingReportView } from '../../domain/onboarding-report.ts'
import { call, sentenceOf } from '../kit/call.ts'
import { toast } from '../kit/toast-store.ts'

const failed = (title: string) => (error: Error) =>
  toast({ title, description: sentenceOf(error, 'Try again.'), variant: 'destructive' })

/** Shares the version that the user saw: if the report has changed since, it has to be read again. */
export function useShareReport({ id, version }: OnboardingReportView) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      call(changeOnboardingReportStatus, { params: { id }, body: { status: 'shared' }, ifMatch: version }),
    onSuccess: () => toast.success('Onboarding report shared successfully'),
    onError: failed('Failed to share onboarding report'),
    onSettled: () => client.invalidateQueries({ queryKey: ['onboarding-reports'] }),
  })
}

/** Makes a draft of a proposal from it, and leads there. */
export function useMakeProposal({ id }: OnboardingReportView) {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => call(createProposalFromReport, { params: { id }, body: {} }),
    onSuccess: (proposal) => {
      toast.success('Proposal created successfully')
      void client.invalidateQueries({ queryKey: ['proposals'] })
      void navigate({ to: '/proposals/$id', params: { id: proposal.id } })
    },
    onError: failed('Failed to create proposal'),
    onSettled: () => client.invalidateQueries({ queryKey: ['onboarding-reports'] }),
  })
}
