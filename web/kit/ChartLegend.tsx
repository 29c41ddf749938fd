import type { ChartData, ChartSeries } from './Chart.tsx'
import { Bar, Dot } from './ChartBars.tsx'

/** What is what, and how much: of the column that is pointed at, else of all of them. */
export function ChartLegend({ columns, series, inFull, inAll, at }: ChartData & { inAll: string; at: number | null }) {
  const valueOf = ({ values, inAll: all }: ChartSeries) =>
    at === null ? (all ?? values.reduce((sum, value) => sum + value, 0)) : (values[at] ?? 0)
  return (
    <div className="mt-3 text-meta text-ink-2">
      <p className="text-ink-3">{at === null ? inAll : columns[at]?.name}</p>
      <dl className="mt-1 space-y-1">
        {series.map((each) => (
          <div key={each.label} className="flex items-center gap-2">
            <Swatch series={each} />
            <dt className="min-w-0 flex-1">{each.label}</dt>
            <dd className="tabular font-semibold text-ink">{inFull(valueOf(each))}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

const Swatch = ({ series: { look, color } }: { series: ChartSeries }) => (
  <svg width="14" height="10" viewBox="0 0 14 10" aria-hidden="true" className="shrink-0">
    {look === 'line' ? (
      <>
        <Bar bar={{ look: 'bar', color }} x={0} y={4} width={14} height={2} />
        <Dot color={color} cx={7} cy={5} />
      </>
    ) : (
      <Bar bar={{ look, color }} x={2} y={0} width={10} height={10} />
    )}
  </svg>
)
