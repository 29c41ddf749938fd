import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from '../kit/EmptyState.tsx'
import { useLazyCode } from '../kit/use-lazy-code.ts'
import { Panel } from '../kit/Panel.tsx'
import { Skeleton } from '../kit/Skeleton.tsx'
import { hasNoMoney } from './chart-words.ts'
import { moneyByMonth, requestsByWeek } from './queries.ts'

// The drawing comes after the lists: no one waits for it to begin working.
const load = () => import('./Charts.tsx')

export function RequestsByWeekPanel({ note }: { note: string | undefined }) {
  const query = useQuery(requestsByWeek)
  const charts = useLazyCode(load, query.data)
  return (
    <ChartPanel
      title="Requests by week"
      note={note}
      query={query}
      empty={query.data?.weeks.every(({ received }) => received === 0) === true && 'No requests in the last 12 weeks.'}
    >
      {charts !== null && query.data !== undefined && <charts.RequestsChart {...query.data} />}
    </ChartPanel>
  )
}

export function MoneyByMonthPanel({ note }: { note: string | undefined }) {
  const query = useQuery(moneyByMonth)
  const charts = useLazyCode(load, query.data)
  return (
    <ChartPanel
      title="Billing by month"
      note={note}
      query={query}
      empty={query.data !== undefined && hasNoMoney(query.data.months) && 'Nothing was billed in the last 12 months.'}
    >
      {charts !== null && query.data !== undefined && <charts.MoneyChart {...query.data} />}
    </ChartPanel>
  )
}

type ChartPanelProps = {
  title: string
  note: string | undefined
  query: UseQueryResult
  /** The sentence for when there is nothing to draw. */
  empty: string | false
  children: ReactNode
}

function ChartPanel({ title, note, query, empty, children }: ChartPanelProps) {
  return (
    <Panel title={title} note={note}>
      {query.isError && query.data === undefined ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : empty === false ? (
        // As high as the drawing with its legend, so that nothing moves when it comes.
        <div className="min-h-[310px] coarse:min-h-[336px]" aria-busy={children === false}>
          {children === false ? <Skeleton className="h-[184px] w-full" /> : children}
        </div>
      ) : (
        <p className="text-body text-ink-2">{empty}</p>
      )}
    </Panel>
  )
}
