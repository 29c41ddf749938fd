// Form values of a report. A need is an object, because the form's field arrays require objects.
import { z } from 'zod'
import { OnboardingReportInput, type OnboardingReportView } from '../../domain/onboarding-report.ts'
import { requiredName } from '../../domain/text.ts'
import type { PortalForm } from '../kit/form-with.ts'
import { totalOfLines } from '../kit/lines.ts'
import { serviceColumns, serviceLineFormValues } from '../service-rates/service-lines.ts'

export const ReportForm = OnboardingReportInput.extend({
  clientNeeds: z.array(z.strictObject({ need: requiredName('Enter what the client needs.') })),
})
export type ReportFormValues = z.input<typeof ReportForm>
export type ReportChecked = z.output<typeof ReportForm>
export type ReportFormState = PortalForm<ReportFormValues, ReportChecked>

export const newReport: ReportFormValues = {
  clientNeeds: [{ need: '' }],
  recommendedServices: [],
  timeline: [],
  riskAssessment: '',
  budget: null,
}

export const formValuesOf = (report: OnboardingReportView): ReportFormValues => ({
  clientNeeds: report.clientNeeds.map((need) => ({ need })),
  recommendedServices: report.recommendedServices.map(serviceLineFormValues),
  timeline: report.timeline.map((entry) => ({ ...entry, description: entry.description ?? '' })),
  riskAssessment: report.riskAssessment ?? '',
  budget: report.budget,
})

/** As it is sent. */
export const bodyOf = ({ clientNeeds, ...rest }: ReportChecked): OnboardingReportInput => ({
  ...rest,
  clientNeeds: clientNeeds.map(({ need }) => need),
})

/** Cents of all services as they are in the form. */
export const formTotal = ({ recommendedServices = [] }: Pick<ReportFormValues, 'recommendedServices'>) =>
  totalOfLines(recommendedServices, serviceColumns)
