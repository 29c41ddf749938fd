// A chart as the design language has it: bars and a line, a legend with totals, a sentence for those who don't see it, each column
// to be read by pointer or arrow keys, and the table behind it.
import { useId, useState } from 'react'
import { ChartBars } from './ChartBars.tsx'
import { ChartLegend } from './ChartLegend.tsx'
import { ChartTable } from './ChartTable.tsx'
import { useWidth } from './use-width.ts'

export interface ChartColumn {
  key: string
  /** Under the column where there is room: "Mar 9". */
  label: string
  /** In full: "Week of March 9, 2026". */
  name: string
}

export interface ChartSeries {
  label: string
  look: 'bar' | 'striped-bar' | 'line'
  color: 1 | 2 | 3 | 4 | 5
  /** One for each column. */
  values: readonly number[]
  /** What the legend says of all columns together; without, their sum. */
  inAll?: number
}

export interface ChartData {
  columns: readonly ChartColumn[]
  series: readonly ChartSeries[]
  /** Bars stand upon each other and add up; otherwise beside each other. */
  stacked?: boolean
  /** The smallest distance of two gridlines. */
  leastStep?: number
  /** A value in full, and short for the axis. */
  inFull: (value: number) => string
  inShort: (value: number) => string
}

type ChartProps = ChartData & {
  /** What the chart shows, in a sentence or two. */
  summary: string
  /** What the table's rows are: "Week". */
  rowHeader: string
  /** What the legend speaks of while no column is pointed at: "Last 12 weeks". */
  inAll: string
}

export function Chart(props: ChartProps) {
  const [asTable, setAsTable] = useState(false)
  const [at, setAt] = useState<number | null>(null)
  return (
    <>
      {asTable ? (
        <ChartTable {...props} />
      ) : (
        <>
          <Drawing {...props} at={at} onPoint={setAt} />
          <ChartLegend {...props} at={at} />
        </>
      )}
      <button
        type="button"
        aria-pressed={asTable}
        onClick={() => setAsTable(!asTable)}
        className="mt-3 text-meta font-semibold text-link underline-offset-2 hover:underline"
      >
        {asTable ? 'Show as chart' : 'Show as table'}
      </button>
    </>
  )
}

type DrawingProps = ChartProps & { at: number | null; onPoint: (at: number | null) => void }

function Drawing({ at, onPoint, ...chart }: DrawingProps) {
  const [box, width] = useWidth<HTMLDivElement>()
  const name = useId()
  const { columns, summary } = chart
  return (
    <div ref={box} className="relative h-[184px]">
      {/* Under the drawing, so that what is pointed at is tinted behind its bars. */}
      <fieldset aria-label="Read column by column" className="absolute top-4 right-0 bottom-6 left-11 flex">
        {columns.map((column, i) => (
          <input
            key={column.key}
            type="radio"
            name={name}
            aria-label={wordsOf(chart, i)}
            checked={at === i}
            onChange={() => onPoint(i)}
            onFocus={() => onPoint(i)}
            onBlur={() => onPoint(null)}
            onMouseEnter={() => onPoint(i)}
            onMouseLeave={() => onPoint(null)}
            className="min-w-0 flex-1 appearance-none rounded-sm checked:bg-mist-2"
          />
        ))}
      </fieldset>
      {width !== null && (
        <svg
          role="img"
          aria-label={summary}
          width={width}
          height={184}
          viewBox={`0 0 ${width} 184`}
          className="tabular pointer-events-none relative block overflow-visible"
        >
          <ChartBars {...chart} width={width} height={184} />
        </svg>
      )}
    </div>
  )
}

const wordsOf = ({ columns, series, inFull }: ChartData, at: number) =>
  `${columns[at]?.name}: ${series.map(({ label, values }) => `${label} ${inFull(values[at] ?? 0)}`).join(', ')}`
