import type { Printed } from '../pdf/printer.ts'
import { clientLines, type PaperClient } from './client.ts'
import { brief, day, money } from './format.ts'
import { type Press, printPaper } from './print.ts'
import { type PaperService, serviceRows } from './service-rows.ts'

/** Amounts in cents, dates YYYY-MM-DD. */
export interface OnboardingReportPaper {
  status: 'draft' | 'shared'
  /** Shared, or, while a draft, last changed. */
  date: string
  client: PaperClient
  preparedBy: string | null
  needs: string[]
  services: PaperService[]
  recommendedTotal: number
  budget: number | null
  timeline: { phase: string; duration: string; description: string | null }[]
  risks: string | null
}

export function printOnboardingReport(press: Press, report: OnboardingReportPaper): Promise<Printed> {
  const { status, date, client, preparedBy, needs, services, recommendedTotal, budget, timeline, risks } = report
  return printPaper(press, 'onboarding-report', {
    footer: `Onboarding report for ${brief(client.name)} · ${press.config.provider.name}`,
    name: client.name,
    // What was shared says nothing of drafts.
    status: status === 'draft' ? { label: 'Draft', tone: 'neutral' } : null,
    total: services.length === 0 ? null : money(recommendedTotal),
    client: clientLines(client),
    facts: [
      { label: 'Prepared by', value: preparedBy ?? press.config.provider.name },
      { label: 'Date', value: day(date) },
      ...(budget === null ? [] : [{ label: 'Budget', value: money(budget) }]),
    ],
    needs,
    services: serviceRows(services),
    timeline,
    risks,
  })
}
