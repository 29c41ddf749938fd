import type { Printed } from '../pdf/printer.ts'
import { clientLines, type PdfClient } from './client.ts'
import { brief, day, money } from './format.ts'
import { type PdfPrinter, printPdf } from './print.ts'
import { type PdfService, serviceRows } from './service-rows.ts'

/** Amounts in cents, dates YYYY-MM-DD. */
export interface OnboardingReportDocument {
  status: 'draft' | 'shared'
  /** The date it was shared; for a draft, the last change. */
  date: string
  client: PdfClient
  preparedBy: string | null
  needs: string[]
  services: PdfService[]
  recommendedTotal: number
  budget: number | null
  timeline: { phase: string; duration: string; description: string | null }[]
  risks: string | null
}

export function printOnboardingReport(pdfPrinter: PdfPrinter, report: OnboardingReportDocument): Promise<Printed> {
  const { status, date, client, preparedBy, needs, services, recommendedTotal, budget, timeline, risks } = report
  return printPdf(pdfPrinter, 'onboarding-report', {
    footer: `Onboarding report for ${brief(client.name)} · ${pdfPrinter.config.provider.name}`,
    name: client.name,
    // A shared report shows no status.
    status: status === 'draft' ? { label: 'Draft', tone: 'neutral' } : null,
    total: services.length === 0 ? null : money(recommendedTotal),
    client: clientLines(client),
    facts: [
      { label: 'Prepared by', value: preparedBy ?? pdfPrinter.config.provider.name },
      { label: 'Date', value: day(date) },
      ...(budget === null ? [] : [{ label: 'Budget', value: money(budget) }]),
    ],
    needs,
    services: serviceRows(services),
    timeline,
    risks,
  })
}
