import type { ClientFolder } from '../../domain/client-folder.ts'
import type { OnboardingReport } from '../../domain/onboarding-report.ts'
import { officeDate } from '../../domain/time.ts'
import type { OnboardingReportPaper } from '../papers/onboarding-report.ts'

/** What stands on a report's paper. */
export const onboardingReportPaper = (report: OnboardingReport, folder: ClientFolder): OnboardingReportPaper => ({
  status: report.status,
  date: officeDate(new Date(report.sharedAt ?? report.updatedAt)),
  client: {
    name: folder.name,
    person: folder.clientName,
    address: null,
    email: folder.clientEmail,
    phone: null,
  },
  preparedBy: report.createdByName,
  needs: report.clientNeeds,
  services: report.recommendedServices.map(({ customName, description, estimatedHours, hourlyRate, totalCost }) => ({
    name: customName,
    description,
    hours: estimatedHours,
    rate: hourlyRate,
    total: totalCost,
  })),
  recommendedTotal: report.recommendedTotal,
  budget: report.budget,
  timeline: report.timeline,
  risks: report.riskAssessment,
})

/** "Onboarding report, Acme Robotics.pdf" */
export function fileNameOf({ clientFolderName }: OnboardingReport): string {
  // By whole characters: half of one cannot stand in a header.
  const name = Array.from(clientFolderName.replace(/[/\\]/g, '-')).slice(0, 100).join('')
  return `Onboarding report, ${name}.pdf`
}
