import type { UseQueryResult } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { exportReport } from '../../api/reports.ts'
import type { ReportKind, ReportPeriod } from '../../domain/report.ts'
import { buttonStyle } from '../kit/button-style.ts'
import { addressOf } from '../kit/call.ts'
import { ErrorState } from '../kit/EmptyState.tsx'
import { Panel } from '../kit/Panel.tsx'
import { Skeleton } from '../kit/Skeleton.tsx'

type ReportPanelProps<R> = {
  report: ReportKind
  period: ReportPeriod
  title: string
  /** What exactly is counted. */
  note: string
  query: UseQueryResult<R>
  isEmpty: (found: R) => boolean
  /** The sentence for when there is nothing to draw. */
  empty: string
  children: (found: R) => ReactNode
}

/** One report: its figures, its chart, and its export. */
export function ReportPanel<R>({ report, period, title, note, query, isEmpty, empty, children }: ReportPanelProps<R>) {
  return (
    <Panel
      title={title}
      note={note}
      action={
        <a
          href={addressOf(exportReport, { params: { report }, query: period })}
          download
          aria-label={`${title} as CSV`}
          className={buttonStyle('secondary', 'small')}
        >
          <Download />
          CSV
        </a>
      }
    >
      {query.data !== undefined ? (
        isEmpty(query.data) ? (
          <p className="text-body text-ink-2">{empty}</p>
        ) : (
          children(query.data)
        )
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <div className="min-h-[310px]" aria-busy="true">
          <output className="sr-only">Loading {title}</output>
          <Skeleton className="h-[184px] w-full" />
        </div>
      )}
    </Panel>
  )
}
