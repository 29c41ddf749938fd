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
  summary: "A folder's onboarding reports; a client sees those that were shared. Amounts in cents.",
  of: OnboardingReportView,
  query: { status: OnboardingReportStatus.optional() },
})

export const createOnboardingReport = create({
  path: '/api/client-folders/:id/onboarding-reports',
  who: 'signed-in',
  summary:
    'The team drafts a report: needs, recommended services (hours × rate, in cents), phases, risks, a budget in cents; each of them may wait. Unknown or inactive rate cards and totals that disagree are 400.',
  body: OnboardingReportInput,
  reply: OnboardingReportView,
})

export const readOnboardingReport = read({
  path: '/api/onboarding-reports/:id',
  who: 'signed-in',
  summary: 'One report. To a client a draft is 404.',
  reply: OnboardingReportView,
})

export const changeOnboardingReport = change('PUT', {
  path: '/api/onboarding-reports/:id',
  who: 'signed-in',
  summary: 'The team rewrites a draft. What was shared stays as it is (409).',
  body: OnboardingReportInput,
  reply: OnboardingReportView,
})

export const changeOnboardingReportStatus = change('PATCH', {
  path: '/api/onboarding-reports/:id/status',
  who: 'signed-in',
  summary: 'The team shares a draft with the client, once and for good. 409 while it says nothing.',
  body: OnboardingReportStatusChange,
  reply: OnboardingReportView,
})

export const createProposalFromReport = create({
  path: '/api/onboarding-reports/:id/proposal',
  who: 'signed-in',
  summary:
    'A draft proposal with the services, the phases and the needs of a report; valid for thirty days unless said otherwise. 409 while one made from it stands, or while it recommends nothing.',
  body: ProposalFromReport,
  reply: ProposalView,
})

export const readOnboardingReportPdf = raw('GET', {
  path: '/api/onboarding-reports/:id/pdf',
  who: 'signed-in',
  summary: 'The report as a PDF.',
})
