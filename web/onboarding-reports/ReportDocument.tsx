import type { ReactNode } from 'react'
import type { OnboardingReportView } from '../../domain/onboarding-report.ts'
import { portalConfig } from '../kit/config.ts'
import { formatLongDate } from '../kit/dates.ts'
import { Money } from '../kit/Money.tsx'
import { ServiceTable } from '../proposals/ServiceTable.tsx'
import { TimelineList } from '../proposals/TimelineList.tsx'
import { budgetWords } from './words.ts'

/** The report as it is printed: needs, recommendations, timeline, and risks. */
export function ReportDocument({ report, className }: { report: OnboardingReportView; className: string }) {
  const { clientNeeds, recommendedServices, recommendedTotal, timeline, riskAssessment, budget } = report
  const compared = budgetWords(recommendedTotal, budget)
  return (
    <article
      aria-label="Onboarding report"
      className={`min-w-0 rounded-lg border border-line bg-surface px-5 py-6 shadow-sheet sm:px-10 sm:py-9 ${className}`}
    >
      <h2 className="sr-only">Summary</h2>
      <Facts report={report} />
      <Part title="What you need">
        {clientNeeds.length === 0 ? (
          <Nothing>No needs listed yet.</Nothing>
        ) : (
          <ul className="mt-2 max-w-[68ch] list-disc space-y-1.5 pl-5 text-lead wrap-anywhere text-ink marker:text-ink-3">
            {clientNeeds.map((need, index) => (
              // Needs can have the same text, so the index is the key.
              <li key={index}>{need}</li>
            ))}
          </ul>
        )}
      </Part>
      <Part title="What we recommend">
        {recommendedServices.length === 0 ? (
          <Nothing>No recommended services yet.</Nothing>
        ) : (
          <>
            <ServiceTable services={recommendedServices} />
            <p className="flex justify-between gap-4 pt-3 text-panel text-ink">
              Total
              <Money cents={recommendedTotal} />
            </p>
            {compared !== null && <p className="pt-1 text-right text-meta text-ink-3">{compared}</p>}
          </>
        )}
      </Part>
      {timeline.length > 0 && <TimelineList timeline={timeline} />}
      {riskAssessment !== null && (
        <Part title="Risks">
          <p className="mt-2 max-w-[68ch] text-lead wrap-anywhere whitespace-pre-wrap text-ink">{riskAssessment}</p>
        </Part>
      )}
    </article>
  )
}

function Facts({ report }: { report: OnboardingReportView }) {
  const { clientFolderName, createdByName, sharedAt, updatedAt, budget } = report
  const facts: [string, ReactNode][] = [
    ['For', clientFolderName],
    ['From', createdByName ?? portalConfig().provider.name],
    ['Date', formatLongDate(sharedAt ?? updatedAt)],
    ['Budget', budget === null ? 'Not provided' : <Money key="budget" cents={budget} />],
  ]
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 border-b border-line-strong pb-5 md:grid-cols-4">
      {facts.map(([label, value]) => (
        <div key={label} className="min-w-0">
          <dt className="text-meta text-ink-3">{label}</dt>
          <dd className="mt-0.5 text-panel wrap-anywhere text-ink">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-7">
      <h3 className="text-panel text-ink">{title}</h3>
      {children}
    </section>
  )
}

const Nothing = ({ children }: { children: string }) => <p className="mt-2 text-body text-ink-3">{children}</p>
