import {
  OnboardingReportInput,
  OnboardingReportStatus,
  OnboardingReportStatusChange,
  OnboardingReportView,
  ProposalFromReport,
} from '../domain/onboarding-report.ts'
import { ProposalView } from '../domain/proposal.ts'
import { change, create, list, raw, read } from './kit/endpoint.ts'

export const listOnboardingReports = list({
  path: '/api/client-folders/:id/onboarding-reports',
  who: 'signed-in',
  summary: 'Lists the onboarding reports of a folder; a client sees the shared ones. Amounts are in cents.',
  of: OnboardingReportView,
  query: { status: OnboardingReportStatus.optional() },
})

export const createOnboardingReport = create({
  path: '/api/client-folders/:id/onboarding-reports',
  who: 'signed-in',
  summary:
    'Creates a draft report: needs, recommended services (hours × rate, in cents), phases, risks, and a budget in cents; all are optional. Unknown or inactive rate cards and totals that do not match are an error (400).',
  body: OnboardingReportInput,
  reply: OnboardingReportView,
})

export const readOnboardingReport = read({
  path: '/api/onboarding-reports/:id',
  who: 'signed-in',
  summary: 'Returns one report. A draft is 404 for a client.',
  reply: OnboardingReportView,
})

export const changeOnboardingReport = change('PUT', {
  path: '/api/onboarding-reports/:id',
  who: 'signed-in',
  summary: 'Updates a draft. A shared report cannot be changed (409).',
  body: OnboardingReportInput,
  reply: OnboardingReportView,
})

export const changeOnboardingReportStatus = change('PATCH', {
  path: '/api/onboarding-reports/:id/status',
  who: 'signed-in',
  summary: 'Shares a draft with the client. This cannot be undone. 409 if the draft is empty.',
  body: OnboardingReportStatusChange,
  reply: OnboardingReportView,
})

export const createProposalFromReport = create({
  path: '/api/onboarding-reports/:id/proposal',
  who: 'signed-in',
  summary:
    'Creates a draft proposal with the services, phases, and needs of a report, valid for 30 days by default. 409 if one was already created from it, or if it recommends no services.',
  body: ProposalFromReport,
  reply: ProposalView,
})

export const readOnboardingReportPdf = raw('GET', {
  path: '/api/onboarding-reports/:id/pdf',
  who: 'signed-in',
  summary: 'Returns the report as a PDF.',
})
