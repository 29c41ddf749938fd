// What a report's form holds. A need is an object there, because a form's lists hold objects.
import { z } from 'zod'
import { OnboardingReportInput, type OnboardingReportView } from '../../domain/onboarding-report.ts'
import { requiredName } from '../../domain/text.ts'
import { totalOfLines } from '../kit/lines.ts'
import { serviceColumns, typedServiceLine } from '../service-rates/service-lines.ts'

export const ReportForm = OnboardingReportInput.extend({
  clientNeeds: z.array(z.strictObject({ need: requiredName('Please say what is needed.') })),
})
export type ReportTyped = z.input<typeof ReportForm>
export type ReportChecked = z.output<typeof ReportForm>

export const newReport: ReportTyped = {
  clientNeeds: [{ need: '' }],
  recommendedServices: [],
  timeline: [],
  riskAssessment: '',
  budget: null,
}

export const typedFrom = (report: OnboardingReportView): ReportTyped => ({
  clientNeeds: report.clientNeeds.map((need) => ({ need })),
  recommendedServices: report.recommendedServices.map(typedServiceLine),
  timeline: report.timeline.map((entry) => ({ ...entry, description: entry.description ?? '' })),
  riskAssessment: report.riskAssessment ?? '',
  budget: report.budget,
})

/** As it is sent. */
export const bodyOf = ({ clientNeeds, ...rest }: ReportChecked): OnboardingReportInput => ({
  ...rest,
  clientNeeds: clientNeeds.map(({ need }) => need),
})

/** Cents of all services as they stand in the form. */
export const typedTotal = ({ recommendedServices = [] }: Pick<ReportTyped, 'recommendedServices'>) =>
  totalOfLines(recommendedServices, serviceColumns)
