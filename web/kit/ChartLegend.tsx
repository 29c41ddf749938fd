import type { ChartData, ChartSeries } from './chart-rows.ts'
import { Bar, Dot } from './ChartBars.tsx'
import { rowsOf } from './chart-rows.ts'

/** The series with their values for the column under the pointer, or their totals. */
export function ChartLegend({ inAll, at, ...chart }: ChartData & { inAll: string; at: number | null }) {
  const { columns, series, inFull } = chart
  const valueOf = ({ values, inAll: all }: Pick<ChartSeries, 'values' | 'inAll'>) =>
    at === null ? (all ?? values.reduce((sum, value) => sum + value, 0)) : (values[at] ?? 0)
  return (
    <div className="mt-3 text-meta text-ink-2">
      <p className="text-ink-3">{at === null ? inAll : columns[at]?.name}</p>
      <dl className="mt-1 space-y-1">
        {rowsOf(chart).map((row) => (
          <div key={row.label} className="flex items-center gap-2">
            <Swatch series={series.find(({ label }) => label === row.label)} />
            <dt className="min-w-0 flex-1">{row.label}</dt>
            <dd className="tabular font-semibold text-ink">{inFull(valueOf(row))}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** Nothing for a sum, which is no part of the drawing. */
const Swatch = ({ series }: { series: ChartSeries | undefined }) => (
  <svg width="14" height="10" viewBox="0 0 14 10" aria-hidden="true" className="shrink-0">
    {series?.look === 'line' ? (
      <>
        <Bar bar={{ look: 'bar', color: series.color }} x={0} y={4} width={14} height={2} />
        <Dot color={series.color} cx={7} cy={5} />
      </>
    ) : (
      series !== undefined && <Bar bar={series} x={2} y={0} width={10} height={10} />
    )}
  </svg>
)
