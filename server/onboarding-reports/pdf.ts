import type { ClientFolder } from '../../domain/client-folder.ts'
import type { OnboardingReport } from '../../domain/onboarding-report.ts'
import { officeDate } from '../../domain/time.ts'
import type { OnboardingReportDocument } from '../pdf-templates/onboarding-report.ts'

/** Content of a report's PDF. */
export const onboardingReportDocument = (report: OnboardingReport, folder: ClientFolder): OnboardingReportDocument => ({
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
  // Cut by code points, because half a surrogate pair is invalid in a header.
  const name = Array.from(clientFolderName.replace(/[/\\]/g, '-')).slice(0, 100).join('')
  return `Onboarding report, ${name}.pdf`
}
